import type { Git } from '../git/git.js';
import { count } from '../output/count.js';
import { listNames } from '../output/list-names.js';
import { TokenBudget } from '../paging/token-budget.js';
import type { FileKind } from './file-kind.js';
import { type ChangedFile, type ChangeList, type Comparison, readChanges } from './read-changes.js';
import { PatchReader } from './read-patch.js';
import { type DiffPosition, type Patch, type PatchPage, readPatches } from './read-patches.js';

export interface Diff {
  /** Which two states are compared. */
  compared: string;
  /** The changed files, the most relevant first, as many as fit; only at the beginning. */
  files: ChangedFile[];
  /** How many files have changed. */
  total: number;
  /** The beginnings of all patches in the order of the files, then the rest of those that are longer; as far as there is room. */
  patches: Patch[];
  /** What is missing, in sentences; empty where all is there. */
  missing: string[];
  /** Where to read on: the `from` of the next call. Absent where all has been shown. */
  next?: DiffPosition;
}

export interface DiffOptions {
  /** The position to continue from. Default: the beginning. */
  readonly from?: DiffPosition | undefined;
  /** The token limit of all patches together. */
  readonly tokens?: number;
  /** The maximum length of the beginning of a patch, in characters. Default: 8,000. */
  readonly each?: number;
  /** The readable files in another order. Default: the most relevant first. */
  readonly order?: readonly ChangedFile[];
  readonly signal?: AbortSignal | undefined;
}

const LIST_TOKENS = 1_800;
const PATCH_TOKENS = 5_200;

/** The changes between two states, listed once and read page by page. */
export class OpenDiff {
  readonly #about: string;
  readonly #changes: ChangeList;
  readonly #summed: readonly ChangedFile[];
  readonly #readable: readonly ChangedFile[];
  readonly #longest: number;
  readonly #reader: PatchReader;

  private constructor(git: Git, comparison: Comparison, changes: ChangeList, isWholeChange: boolean) {
    const readable = changes.files.filter(hasPatch);
    this.#about = comparison.about;
    this.#changes = changes;
    // Whoever asks for a path wants its lines.
    this.#summed = isWholeChange ? readable.filter(({ kind }) => SUMMED_UP.has(kind)) : [];
    this.#readable = without(readable, this.#summed);
    this.#longest = isWholeChange ? LONGEST_LINE : Number.POSITIVE_INFINITY;
    this.#reader = new PatchReader({ git, comparison, asText: changes.asText });
  }

  static async open(
    git: Git,
    comparison: Comparison,
    paths: readonly string[] = [],
    signal?: AbortSignal,
  ): Promise<OpenDiff> {
    const changes = await readChanges(git, comparison, paths, signal);
    return new OpenDiff(git, comparison, changes, paths.length === 0);
  }

  /** All files, the most relevant first. */
  get files(): readonly ChangedFile[] {
    return this.#changes.files;
  }

  /** The files whose patches the pages show, in this order. */
  get readable(): readonly ChangedFile[] {
    return this.#readable;
  }

  /** As much as fits into one result: the files with their scores, then patches. */
  async page({
    from = { file: 0, character: 0 },
    tokens = PATCH_TOKENS,
    each = 8_000,
    order = this.#readable,
    signal,
  }: DiffOptions = {}): Promise<Diff> {
    const { files, cut } = this.#changes;
    const list = new TokenBudget(LIST_TOKENS);
    const isStart = from.file === 0 && from.character === 0;
    const listed = isStart ? takeWhile(files, (file) => list.take(file)) : [];
    const budget = new TokenBudget(tokens);
    const page = await readPatches(this.#reader, order, {
      from,
      each,
      longest: this.#longest,
      budget,
      signal,
    });
    return {
      compared: this.#about,
      files: listed,
      total: files.length,
      patches: page.patches,
      missing: [
        ...(cut ? ['There are more files than could be listed.'] : []),
        ...(isStart ? [...describeFiles(files, listed.length), ...describeSummed(this.#summed)] : []),
        ...describePatches(page),
      ],
      ...(page.next && { next: page.next }),
    };
  }
}

/** Files that nobody wrote by hand: their names and sizes say enough. */
const SUMMED_UP: ReadonlySet<FileKind> = new Set(['lock file', 'generated', 'vendored']);
/** A longer line is not read by people, such as minified code or data. */
const LONGEST_LINE = 5_000;
const MAX_NAMES = 20;

function without(files: readonly ChangedFile[], others: readonly ChangedFile[]): readonly ChangedFile[] {
  const left = new Set(others);
  return files.filter((file) => !left.has(file));
}

function describeSummed(files: readonly ChangedFile[]): string[] {
  if (files.length === 0) return [];
  const names = files.map(
    ({ path, kind, added, deleted }) =>
      `${JSON.stringify(path)} (${kind}, +${added ?? '?'} -${deleted ?? '?'})`,
  );
  return [`Without their lines: ${listNames(names, MAX_NAMES)}. gitDiff shows them if they are its "paths".`];
}

function hasPatch({ kind, added, deleted, change }: ChangedFile): boolean {
  if (kind === 'secret' || kind === 'binary') return false;
  // Null if a partial clone cannot count the lines.
  return change === 'unmerged' || added === null || added + (deleted ?? 0) > 0;
}

function describeFiles(files: readonly ChangedFile[], listed: number): string[] {
  const secrets = files.filter(({ kind }) => kind === 'secret').length;
  const missing: string[] = [];
  if (listed < files.length)
    missing.push(
      `Not listed: ${count(files.length - listed, 'less relevant file')}; gitChangedFiles lists them from offset ${listed}.`,
    );
  if (secrets > 0) missing.push(`Withheld: the contents of ${count(secrets, 'file')} that may hold secrets.`);
  return missing;
}

function describePatches({ next, notCloned }: PatchPage): string[] {
  const missing: string[] = [];
  if (notCloned > 0)
    missing.push(
      `Not shown: ${count(notCloned, 'patch', 'patches')} whose contents this partial clone lacks.`,
    );
  if (next)
    missing.push(
      `There is more: call again with the same range and paths, and from ${JSON.stringify(next)}, until no "next" is given.`,
    );
  return missing;
}

function takeWhile<Item>(items: readonly Item[], fits: (item: Item) => boolean): Item[] {
  const end = items.findIndex((item) => !fits(item));
  return items.slice(0, end === -1 ? items.length : end);
}
