import type { Repository } from '../git/open-repository.js';
import { clip, clipWithNote } from '../paging/clip.js';
import { GREP, queryArguments } from './matching-files.js';
import { readLines } from './read-lines.js';
import type { SearchOptions } from './search-code.js';

export interface SearchMatch {
  path: string;
  /** Counts from 1. */
  line: number;
  /** Where the match begins in the line; of long lines only what is around it is shown. */
  column: number;
  text: string;
  /** The lines before and after it. */
  before?: string[];
  after?: string[];
}

export interface MatchRange extends SearchOptions {
  /** How many matching lines of the file to skip. */
  readonly first: number;
  readonly count: number;
}

const MAX_LINE = 300;
const MAX_CONTEXT_LINE = 160;
/** How far a file's matches are looked for, in bytes of git's output. */
const MAX_BYTES = 8_000_000;

/** The matches in one file, with the lines around them as they are in the file now. */
export async function readMatches(
  repository: Repository,
  query: string,
  path: string,
  options: MatchRange,
): Promise<SearchMatch[]> {
  const { first, count, context, signal } = options;
  const places = (await findPlaces(repository, query, path, options)).slice(first, first + count);
  const [top, bottom] = [places[0], places.at(-1)];
  if (!top || !bottom) return [];
  const firstLine = Math.max(1, top.line - context);
  const { lines } = await readLines(repository, path, {
    firstLine,
    lines: bottom.line + context - firstLine + 1,
    columns: Math.max(...places.map(({ column }) => column)) + MAX_LINE,
    listed: true,
    signal,
  });
  return places.map(({ line, column }) => {
    const at = line - firstLine;
    const [before, after] = [
      lines.slice(Math.max(0, at - context), at),
      lines.slice(at + 1, at + 1 + context),
    ];
    return {
      path,
      line,
      column,
      text: around(lines[at] ?? '', column),
      ...(context > 0 && { before: before.map(shorten), after: after.map(shorten) }),
    };
  });
}

interface Place {
  readonly line: number;
  readonly column: number;
}

/** Where the matching lines of one file are, and where in each the first match is. */
async function findPlaces(
  { git }: Repository,
  query: string,
  path: string,
  options: MatchRange,
): Promise<Place[]> {
  const { stdout } = await git.read(
    [
      ...GREP,
      ...['--untracked', '-h', '-n', '--column', '--only-matching'],
      `--max-count=${options.first + options.count}`,
      ...queryArguments(query, options),
      ...['--', path],
    ],
    { accept: [0, 1], maxBytes: MAX_BYTES, signal: options.signal },
  );
  const columns = new Map<number, number>();
  for (let start = 0, end = stdout.indexOf('\n'); end !== -1; end = stdout.indexOf('\n', start)) {
    const [line, column] = stdout.slice(start, Math.min(end, start + MAX_PLACE)).split('\0');
    if (!columns.has(Number(line))) columns.set(Number(line), Number(column));
    start = end + 1;
  }
  return [...columns].map(([line, column]) => ({ line, column }));
}

/** Two numbers with a NUL after each. */
const MAX_PLACE = 40;

function shorten(line: string): string {
  return clipWithNote(line, MAX_CONTEXT_LINE);
}

/** A short line as it is; of a long one what is around the match. */
function around(line: string, column: number): string {
  if (line.length <= MAX_LINE) return line;
  const start = Math.max(0, column - 1 - MAX_LINE / 3);
  return `${start > 0 ? '…' : ''}${clip(line, MAX_LINE, start)}…`;
}
