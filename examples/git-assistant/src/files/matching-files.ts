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
/** Options of all searches: binary files are skipped, and submodules are not entered. */
export const GREP = ['grep', '--no-color', '--no-recurse-submodules', '--no-textconv', '-I', '-z'];

/** Files with matching lines, the most relevant first. */
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

/** The arguments of `git grep` for a query. */
export function queryArguments(query: string, { regex, ignoreCase }: SearchOptions): string[] {
  return [regex ? '-E' : '-F', ...(ignoreCase ? ['-i'] : []), '-e', query];
}

/** A pattern without a slash matches names in any folder, as in `.gitignore`. */
export function pathspec(folder: string, pattern: string | undefined): string {
  if (pattern === undefined) return folder || '.';
  const below = pattern.includes('/') ? repositoryPath(pattern) : `**/${pattern}`;
  const escaped = folder.replace(/[*?[\]\\]/g, '\\$&');
  return `:(top,glob)${escaped === '' ? '' : `${escaped}/`}${below}`;
}

/** Reads `path NUL count LF`, where the path may contain line breaks. A truncated record at the end is left out. */
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
