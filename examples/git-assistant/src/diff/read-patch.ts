import { withholdInPatch } from '../files/secret-text.js';
import { type Git, lacksObjects } from '../git/git.js';
import { describeModule } from '../git/read-module-log.js';
import { PatchText } from './patch-text.js';
import { type ChangedFile, type Comparison, DIFF_OPTIONS } from './read-changes.js';

/** Lines of a patch begin with a sign or a space, so this must be the header of another file. */
const NEXT_FILE = /(?<=\n)diff --/;
/** Characters to read beyond the requested part, because a key that is cut in two would not be recognised. */
const BEYOND = 10_000;

export interface PatchSource {
  readonly git: Git;
  readonly comparison: Comparison;
  /** Files whose patches are shown as text although an attribute calls them binary. */
  readonly asText: ReadonlySet<string>;
}

type PatchedFile = Pick<ChangedFile, 'path' | 'from'> & Partial<Pick<ChangedFile, 'kind'>>;

/** Reads patches. It keeps what it has read, so reading on is linear: each further run of git gives at least twice as much of a patch. */
export class PatchReader {
  readonly #source: PatchSource;
  readonly #kept = new Map<string, PatchText>();
  #characters = 0;

  constructor(source: PatchSource) {
    this.#source = source;
  }

  /** Reads the patches of those files that are small, with one run of git. */
  async prepare(files: readonly ChangedFile[], signal?: AbortSignal): Promise<void> {
    const missing = files.filter(({ path, kind }) => kind !== 'submodule' && !this.#kept.has(path));
    for (const [path, text] of await readSmallPatches(this.#source, missing, signal))
      this.#keep(path, new PatchText(text, true));
  }

  /**
   * At least the first `characters` of the patch of one file, without its headers and with secrets withheld. Undefined if a partial clone
   * lacks the contents.
   */
  async read(file: PatchedFile, characters: number, signal?: AbortSignal): Promise<PatchText | undefined> {
    const kept = this.#kept.get(file.path);
    if (kept !== undefined && (kept.isWhole || kept.text.length >= characters)) return kept;
    const wanted = Math.max(characters, 2 * (kept?.text.length ?? 0));
    const read = await readPatch(this.#source, file, wanted, signal);
    const patch =
      file.kind === 'submodule' && read !== undefined
        ? new PatchText(
            read.text + (await describeModule(this.#source.git, file.path, read.text, signal)),
            true,
          )
        : read;
    if (patch !== undefined) this.#keep(file.path, patch);
    return patch;
  }

  #keep(path: string, patch: PatchText): void {
    this.#characters += patch.text.length - (this.#kept.get(path)?.text.length ?? 0);
    this.#kept.delete(path);
    this.#kept.set(path, patch);
    for (const [oldest, { text }] of this.#kept) {
      if (this.#characters <= MAX_KEPT || oldest === path) break;
      this.#kept.delete(oldest);
      this.#characters -= text.length;
    }
  }
}

const MAX_KEPT = 16_000_000;

async function readPatch(
  { git, comparison, asText }: PatchSource,
  { path, from }: PatchedFile,
  characters: number,
  signal: AbortSignal | undefined,
): Promise<PatchText | undefined> {
  const paths = [path, ...(from === undefined ? [] : [from])];
  const options = [...DIFF_OPTIONS, ...(asText.has(path) ? ['--text'] : []), ...comparison.args];
  try {
    const { stdout, cut } = await git.read(['diff', ...options, '--', ...paths], {
      // A character takes up to four bytes.
      maxBytes: (characters + BEYOND) * 4,
      timeoutMs: 60_000,
      signal,
    });
    // A folder may have replaced the file; git then shows the files in it as well.
    const [own = ''] = stdout.split(NEXT_FILE, 1);
    return new PatchText(toPatch(own), !cut || own.length < stdout.length);
  } catch (error) {
    if (lacksObjects(error)) return undefined;
    throw error;
  }
}

/** A patch with more lines is read separately. */
const SMALL = 200;
const MAX_BYTES = 8_000_000;

/**
 * The patches of small changes by path, read together because a process for each would take most of the time. The header of a patch tells
 * which file it belongs to; a patch with an unexpected header is left out.
 */
async function readSmallPatches(
  { git, comparison, asText }: PatchSource,
  files: readonly ChangedFile[],
  signal: AbortSignal | undefined,
): Promise<ReadonlyMap<string, string>> {
  const small = files.filter(
    ({ path, added, deleted }) => !asText.has(path) && added !== null && added + (deleted ?? 0) <= SMALL,
  );
  const patches = new Map<string, string>();
  if (small.length < 2) return patches;
  const byHeader = new Map(small.map(({ path, from = path }) => [`diff --git a/${from} b/${path}`, path]));
  const paths = small.flatMap(({ path, from }) => [path, ...(from === undefined ? [] : [from])]);
  const read = git.read(['diff', ...DIFF_OPTIONS, ...comparison.args, '--', ...paths], {
    maxBytes: MAX_BYTES,
    timeoutMs: 60_000,
    signal,
  });
  const { stdout, cut } = await read.catch((error: unknown) => {
    if (lacksObjects(error)) return { stdout: '', cut: false };
    throw error;
  });
  const parts = stdout.split(NEXT_FILE);
  // The last one may be incomplete.
  if (cut) parts.pop();
  for (const [index, part] of parts.entries()) {
    const text = index === 0 ? part : `diff --${part}`;
    const path = byHeader.get(text.slice(0, text.indexOf('\n')));
    if (path !== undefined) patches.set(path, (patches.get(path) ?? '') + toPatch(text));
  }
  return patches;
}

/** The hunks of one file; a binary file has none. */
function toPatch(text: string): string {
  const start = text.search(/^@@/m);
  const body = start === -1 ? '' : text.slice(start);
  return body.includes('\0') ? '' : withholdInPatch(body);
}
