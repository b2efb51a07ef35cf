import type { Repository } from '../git/open-repository.js';
import { repositoryPath } from './repository-path.js';
import { isSecretPath } from './secret-files.js';

export interface SearchMatch {
  path: string;
  /** Counts from 1. */
  line: number;
  text: string;
}

export interface SearchResult {
  matches: SearchMatch[];
  /** There are more matches. */
  cut: boolean;
}

export interface SearchOptions {
  /** Only below this folder or in this file. */
  readonly folder: string;
  /** The query is an extended regular expression. */
  readonly regex: boolean;
  readonly ignoreCase: boolean;
  readonly limit: number;
  readonly signal?: AbortSignal | undefined;
}

const MAX_BYTES = 2_000_000;
const MAX_LINE_LENGTH = 300;
/** `path NUL line NUL text`; the path may have line breaks in it. */
const MATCH = /([^\0]+)\0(\d+)\0([^\n]*)\n/g;

/** Searches the files that git knows or would add; secrets, ignored and binary files are left out. */
export async function searchCode(
  { git }: Repository,
  query: string,
  { folder, regex, ignoreCase, limit, signal }: SearchOptions,
): Promise<SearchResult> {
  const flags = [regex ? '-E' : '-F', ...(ignoreCase ? ['-i'] : [])];
  const { stdout, cut } = await git.read(
    [
      ...['grep', '--no-color', '--untracked', '--no-recurse-submodules', '--no-textconv'],
      ...['-I', '-z', '-n', '--full-name', `--max-count=${limit}`],
      ...flags,
      ...['-e', query, '--', repositoryPath(folder) || '.'],
    ],
    { accept: [0, 1], maxBytes: MAX_BYTES, signal },
  );
  const matches = [...stdout.matchAll(MATCH)]
    .map(([, path = '', line, text = '']) => ({
      path,
      line: Number(line),
      text: text.trim().slice(0, MAX_LINE_LENGTH),
    }))
    .filter(({ path }) => !isSecretPath(path));
  return { matches: matches.slice(0, limit), cut: cut || matches.length > limit };
}
