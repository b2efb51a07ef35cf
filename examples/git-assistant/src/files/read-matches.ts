import { largestOf } from '@toolwright/contract';
import type { Repository } from '../git/open-repository.js';
import { clip, clipWithNote } from '../paging/clip.js';
import type { Place } from './find-places.js';
import { readLines } from './read-lines.js';
import type { SearchOptions } from './search-options.js';

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

const MAX_LINE = 300;
const MAX_CONTEXT_LINE = 160;
/** The matches in one file, with the surrounding lines as they are in the file now. */
export async function readMatches(
  repository: Repository,
  path: string,
  places: readonly Place[],
  { context, signal }: SearchOptions,
): Promise<SearchMatch[]> {
  const [top, bottom] = [places[0], places.at(-1)];
  if (!top || !bottom) return [];
  const firstLine = Math.max(1, top.line - context);
  const { lines } = await readLines(repository, path, {
    firstLine,
    lines: bottom.line + context - firstLine + 1,
    columns:
      largestOf(
        places.map(({ column }) => column),
        0,
      ) + MAX_LINE,
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

function shorten(line: string): string {
  return clipWithNote(line, MAX_CONTEXT_LINE);
}

/** A short line as it is; of a long line, the text around the match. */
function around(line: string, column: number): string {
  if (line.length <= MAX_LINE) return line;
  const start = Math.max(0, column - 1 - MAX_LINE / 3);
  return `${start > 0 ? '…' : ''}${clip(line, MAX_LINE, start)}…`;
}
