import { withholdInPatch } from '../files/secret-text.js';
import { type Git, lacksObjects } from '../git/git.js';
import { type ChangedFile, type Comparison, DIFF_OPTIONS } from './read-changes.js';

/** Lines of a patch begin with a sign or a space, so this is the header of another file. */
const NEXT_FILE = /(?<=\n)diff --/;
/** Read beyond what is wanted: a key that is cut in two would not be recognised. */
const BEYOND = 10_000;

export interface PatchSource {
  readonly git: Git;
  readonly comparison: Comparison;
  /** Files whose patches are text, although an attribute says otherwise. */
  readonly asText: ReadonlySet<string>;
  readonly signal?: AbortSignal | undefined;
}

/**
 * The patch of one file without its headers, at least its first `characters`; secrets are withheld. Undefined where a
 * partial clone lacks the contents.
 */
export async function readPatch(
  { git, comparison, asText, signal }: PatchSource,
  { path, from }: ChangedFile,
  characters: number,
): Promise<string | undefined> {
  const paths = [path, ...(from === undefined ? [] : [from])];
  const options = [...DIFF_OPTIONS, ...(asText.has(path) ? ['--text'] : []), ...comparison.args];
  try {
    const { stdout } = await git.read(['diff', ...options, '--', ...paths], {
      // Characters take up to four bytes.
      maxBytes: (characters + BEYOND) * 4,
      timeoutMs: 60_000,
      signal,
    });
    // A folder may have taken the place of the file: then git shows what is in it as well.
    const [own = ''] = stdout.split(NEXT_FILE, 1);
    return toPatch(own);
  } catch (error) {
    if (lacksObjects(error)) return undefined;
    throw error;
  }
}

/** More lines than this, and a patch is read on its own. */
const SMALL = 200;
const MAX_BYTES = 8_000_000;

/**
 * The patches of small changes, by path, all in one go: a process for each would take most of the time. Which file a patch
 * belongs to is told by its header; what has another header than expected is left out.
 */
export async function readSmallPatches(
  { git, comparison, asText, signal }: PatchSource,
  files: readonly ChangedFile[],
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
  // The last one may not be whole.
  if (cut) parts.pop();
  for (const [index, part] of parts.entries()) {
    const text = index === 0 ? part : `diff --${part}`;
    const path = byHeader.get(text.slice(0, text.indexOf('\n')));
    if (path !== undefined) patches.set(path, (patches.get(path) ?? '') + toPatch(text));
  }
  return patches;
}

/** The hunks of one file. What is no text has none. */
function toPatch(text: string): string {
  const start = text.search(/^@@/m);
  const body = start === -1 ? '' : text.slice(start);
  return body.includes('\0') ? '' : withholdInPatch(body);
}
