import type { Repository } from '../git/open-repository.js';
import { TokenBudget } from '../paging/token-budget.js';
import { type FoundFile, findMatchingFiles } from './matching-files.js';
import { readMatches, type SearchMatch } from './read-matches.js';

export interface SearchResult {
  /** Matching lines: sources before tests, documentation, generated files and lock files. */
  matches: SearchMatch[];
  /** The files with matches and how many lines match, in the same order; at most 30. */
  files: FoundFile[];
  /** How many lines match in all, and in how many files. */
  total: { lines: number; files: number };
  /** What is not shown, in sentences; empty where all is there. */
  missing: string[];
  /** The offset to read on at; absent at the end. */
  next?: number;
}

export interface SearchOptions {
  /** Only below this folder or in this file. */
  readonly folder: string;
  /** Only files whose path fits this pattern. */
  readonly files?: string | undefined;
  /** The query is an extended regular expression. */
  readonly regex: boolean;
  readonly ignoreCase: boolean;
  /** Lines shown before and after each match. */
  readonly context: number;
  readonly offset: number;
  readonly limit: number;
  readonly signal?: AbortSignal | undefined;
}

const MAX_LISTED = 30;
const FILES_TOKENS = 1_500;

/** Searches the files that git knows or would add; secrets, ignored and binary files are left out. */
export async function searchCode(
  repository: Repository,
  query: string,
  options: SearchOptions,
): Promise<SearchResult> {
  const { files: found, cut } = await findMatchingFiles(repository, query, options);
  const lines = found.reduce((sum, file) => sum + file.lines, 0);
  const { matches, at } = await readPage(repository, query, found, options);
  return {
    matches,
    files: list(found),
    total: { lines, files: found.length },
    missing: describeMissing(lines - at, at, cut),
    ...(at < lines && { next: at }),
  };
}

/** The matches from the offset on that fit, and the offset after them. */
async function readPage(
  repository: Repository,
  query: string,
  files: readonly FoundFile[],
  options: SearchOptions,
): Promise<{ matches: SearchMatch[]; at: number }> {
  const { offset, limit } = options;
  const budget = new TokenBudget();
  const matches: SearchMatch[] = [];
  let start = 0;
  for (const { path, lines } of files) {
    const first = Math.max(0, offset - start);
    const count = Math.min(lines, offset + limit - start) - first;
    if (start >= offset + limit) return { matches, at: start };
    if (count > 0) {
      const read = await readMatches(repository, query, path, { ...options, first, count });
      const rest = read.findIndex((match, index) => !budget.take(match) && matches.length + index > 0);
      matches.push(...(rest === -1 ? read : read.slice(0, rest)));
      if (rest !== -1) return { matches, at: start + first + rest };
      if (first + count < lines) return { matches, at: start + first + count };
    }
    start += lines;
  }
  return { matches, at: start };
}

function list(found: readonly FoundFile[]): FoundFile[] {
  const budget = new TokenBudget(FILES_TOKENS);
  return found.slice(0, MAX_LISTED).filter((file) => budget.take(file));
}

function describeMissing(left: number, next: number, cut: boolean): string[] {
  return [
    ...(left > 0 ? [`${left} more lines match; read on with offset ${next}, or narrow the search.`] : []),
    ...(cut ? ['More files match than could be listed; narrow the search.'] : []),
  ];
}
