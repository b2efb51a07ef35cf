import type { Repository } from '../git/open-repository.js';
import { count } from '../output/count.js';
import { TokenBudget } from '../paging/token-budget.js';
import { explainNothing } from './explain-nothing.js';
import { type FilePart, findPlaces } from './find-places.js';
import { type FoundFile, findMatchingFiles } from './matching-files.js';
import { readMatches, type SearchMatch } from './read-matches.js';
import type { SearchOptions } from './search-options.js';

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

const MAX_LISTED = 30;
/** The number of files that are read for one page of matches. */
const MAX_READ = 100;
const FILES_TOKENS = 1_500;

/** Searches tracked and untracked files, without secrets, ignored and binary files. */
export async function searchCode(
  repository: Repository,
  query: string,
  options: SearchOptions,
): Promise<SearchResult> {
  const { files: found, cut } = await findMatchingFiles(repository, query, options);
  const nothing = found.length === 0 ? await explainNothing(repository, options) : [];
  const lines = found.reduce((sum, file) => sum + file.lines, 0);
  const { matches, at, lost } = await readPage(repository, query, found, options);
  return {
    matches,
    files: list(found),
    total: { lines, files: found.length },
    missing: [
      ...nothing,
      ...(at < lines
        ? [`${lines - at} more lines match; read on with offset ${at}, or narrow the search.`]
        : []),
      ...(lost > 0 ? [`Not shown: ${count(lost, 'line')} with too many matches.`] : []),
      ...(cut ? ['More files match than could be listed; narrow the search.'] : []),
    ],
    ...(at < lines && { next: at }),
  };
}

interface MatchPage {
  readonly matches: SearchMatch[];
  /** The offset after the matches. */
  readonly at: number;
  /** The number of matching lines that git could not report. */
  readonly lost: number;
}

/** The matches from an offset on, as many as fit. */
async function readPage(
  repository: Repository,
  query: string,
  files: readonly FoundFile[],
  options: SearchOptions,
): Promise<MatchPage> {
  const parts = takeParts(files, options);
  const places = await findPlaces(repository, query, parts, options);
  const budget = new TokenBudget();
  const matches: SearchMatch[] = [];
  let lost = 0;
  for (const { path, start, first, last } of parts) {
    const wanted = (places.get(path) ?? []).slice(first, last);
    for (const [index, match] of (await readMatches(repository, path, wanted, options)).entries()) {
      if (!budget.take(match) && matches.length > 0) return { matches, at: start + first + index, lost };
      matches.push(match);
    }
    lost += last - first - wanted.length;
  }
  const end = parts.at(-1);
  return { matches, at: end === undefined ? Number.POSITIVE_INFINITY : end.start + end.last, lost };
}

/** The files with the matches from an offset on, each with the numbers of its matching lines. */
function takeParts(files: readonly FoundFile[], { offset, limit }: SearchOptions): FilePart[] {
  const parts: FilePart[] = [];
  let start = 0;
  for (const { path, lines } of files) {
    const [first, last] = [Math.max(0, offset - start), Math.min(lines, offset + limit - start)];
    if (first < last) parts.push({ path, start, first, last });
    start += lines;
    if (start >= offset + limit || parts.length === MAX_READ) break;
  }
  return parts;
}

function list(found: readonly FoundFile[]): FoundFile[] {
  const budget = new TokenBudget(FILES_TOKENS);
  return found.slice(0, MAX_LISTED).filter((file) => budget.take(file));
}
