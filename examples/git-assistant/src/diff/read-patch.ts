import { withholdSecrets } from '../files/secret-text.js';
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
    const body = own.slice(Math.max(0, own.search(/^@@/m)));
    return body.includes('\0') ? '' : withholdSecrets(body.split('\n')).join('\n');
  } catch (error) {
    if (lacksObjects(error)) return undefined;
    throw error;
  }
}
