import { fileKindOf, KIND_WEIGHT } from '../diff/file-kind.js';
import type { Repository } from '../git/open-repository.js';
import { repositoryPath } from './repository-path.js';
import type { SearchOptions } from './search-options.js';
import { isSecretPath } from './secret-files.js';

export interface FoundFile {
  path: string;
  /** How many of its lines match. */
  lines: number;
}

const MAX_BYTES = 8_000_000;
/** Common to all searches: what is not text is skipped, and submodules are not entered. */
export const GREP = ['grep', '--no-color', '--no-recurse-submodules', '--no-textconv', '-I', '-z'];

/** Files in which a line matches, those first that a reader most likely wants. */
export async function findMatchingFiles(
  { git }: Repository,
  query: string,
  options: SearchOptions,
): Promise<{ files: FoundFile[]; cut: boolean }> {
  const { folder, files: pattern, signal } = options;
  const below = repositoryPath(folder);
  const { stdout, cut } = await git.read(
    [
      ...GREP,
      '--untracked',
      '--full-name',
      '--count',
      ...queryArguments(query, options),
      '--',
      pathspec(below, pattern),
    ],
    { accept: [0, 1], maxBytes: MAX_BYTES, literalPaths: pattern === undefined, signal },
  );
  const files = parseCounts(stdout).filter(({ path }) => !isSecretPath(path));
  return { files: files.sort(byRank), cut };
}

/** What `git grep` is to look for. */
export function queryArguments(query: string, { regex, ignoreCase }: SearchOptions): string[] {
  return [regex ? '-E' : '-F', ...(ignoreCase ? ['-i'] : []), '-e', query];
}

/** A pattern without a slash fits names in any folder, as in `.gitignore`. */
export function pathspec(folder: string, pattern: string | undefined): string {
  if (pattern === undefined) return folder || '.';
  const below = pattern.includes('/') ? repositoryPath(pattern) : `**/${pattern}`;
  const escaped = folder.replace(/[*?[\]\\]/g, '\\$&');
  return `:(top,glob)${escaped === '' ? '' : `${escaped}/`}${below}`;
}

/** Reads `path NUL count LF`; the path may have line breaks in it. A record that was cut at the end is left out. */
function parseCounts(output: string): FoundFile[] {
  const files: FoundFile[] = [];
  for (let start = 0; start < output.length; ) {
    const nul = output.indexOf('\0', start);
    const end = nul === -1 ? -1 : output.indexOf('\n', nul);
    if (end === -1) break;
    files.push({ path: output.slice(start, nul), lines: Number(output.slice(nul + 1, end)) });
    start = end + 1;
  }
  return files;
}

function byRank(a: FoundFile, b: FoundFile): number {
  return KIND_WEIGHT[fileKindOf(b.path)] - KIND_WEIGHT[fileKindOf(a.path)] || (a.path < b.path ? -1 : 1);
}
