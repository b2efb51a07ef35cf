import type { Git } from '../git/git.js';
import { count } from '../output/count.js';
import { type ChangedFile, type Comparison, DIFF_OPTIONS, readChanges } from './read-changes.js';

export interface Diff {
  /** Which two states are compared. */
  compared: string;
  /** All changed files, the most relevant first; at most 300. */
  files: ChangedFile[];
  /** Patches of the most relevant files, as far as there is room. */
  patches: Patch[];
  /** What is missing, in sentences; empty where all is there. */
  missing: string[];
}

export interface Patch {
  path: string;
  /** A unified diff; its file headers are left out. */
  patch: string;
  /** The patch is longer. */
  cut: boolean;
}

export interface DiffLimits {
  /** Characters of all patches together. Default: 60,000. */
  readonly total?: number;
  /** Characters of one patch. Default: 12,000. */
  readonly each?: number;
  readonly signal?: AbortSignal | undefined;
}

const MAX_FILES = 300;
const MAX_PATCHES = 60;
const AT_ONCE = 4;
/** Lines of a patch begin with a sign or a space, so this is the header of another file. */
const NEXT_FILE = /(?<=\n)diff --/;

/** The changes between two states: all files scored, and the patches that matter most, within the limits. */
export async function readDiff(
  git: Git,
  comparison: Comparison,
  paths: readonly string[],
  { total = 60_000, each = 12_000, signal }: DiffLimits = {},
): Promise<Diff> {
  const { files, cut } = await readChanges(git, comparison, paths, signal);
  const wanted = files.filter(hasPatch).slice(0, MAX_PATCHES);
  const patches: Patch[] = [];
  let room = total;
  for (let start = 0; start < wanted.length && room > 0; start += AT_ONCE) {
    const batch = wanted.slice(start, start + AT_ONCE);
    const read = await Promise.all(batch.map((file) => readPatch(git, comparison, file, each, signal)));
    for (const patch of read) {
      if (room <= 0) break;
      patches.push(shorten(patch, room));
      room -= patch.patch.length;
    }
  }
  return {
    compared: comparison.about,
    files: files.slice(0, MAX_FILES),
    patches,
    missing: describeMissing(files, patches, cut),
  };
}

function hasPatch({ kind, added, deleted, change }: ChangedFile): boolean {
  if (kind === 'secret' || kind === 'binary') return false;
  return change === 'unmerged' || (added ?? 0) + (deleted ?? 0) > 0;
}

async function readPatch(
  git: Git,
  comparison: Comparison,
  { path, from }: ChangedFile,
  limit: number,
  signal?: AbortSignal,
): Promise<Patch> {
  const { stdout, cut } = await git.read(
    ['diff', ...DIFF_OPTIONS, ...comparison.args, '--', path, ...(from === undefined ? [] : [from])],
    // Characters take up to four bytes.
    { maxBytes: limit * 4, timeoutMs: 60_000, signal },
  );
  // A folder may have taken the place of the file: then git shows what is in it as well.
  const [own = ''] = stdout.split(NEXT_FILE, 1);
  const body = own.slice(Math.max(0, own.search(/^@@/m)));
  return { path, patch: body.slice(0, limit), cut: cut || body.length > limit };
}

function shorten({ path, patch, cut }: Patch, room: number): Patch {
  return { path, patch: patch.slice(0, room), cut: cut || patch.length > room };
}

function describeMissing(files: readonly ChangedFile[], patches: readonly Patch[], cut: boolean): string[] {
  const shown = new Set(patches.map(({ path }) => path));
  const secrets = files.filter(({ kind }) => kind === 'secret').length;
  const left = files.filter((file) => hasPatch(file) && !shown.has(file.path)).length;
  const missing: string[] = [];
  if (cut) missing.push('There are more files than could be listed.');
  if (files.length > MAX_FILES)
    missing.push(`Not listed: ${count(files.length - MAX_FILES, 'file')} of low relevance.`);
  if (left > 0)
    missing.push(`Left out: the patches of ${count(left, 'less relevant file')}; ask for them by path.`);
  if (patches.some((patch) => patch.cut)) missing.push('Patches marked "cut" are longer than shown.');
  if (secrets > 0) missing.push(`Withheld: the contents of ${count(secrets, 'file')} that may hold secrets.`);
  return missing;
}
