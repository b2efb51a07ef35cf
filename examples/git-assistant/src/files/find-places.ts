import { largestOf } from '@toolwright/contract';
import type { Repository } from '../git/open-repository.js';
import { GREP, queryArguments } from './matching-files.js';
import type { SearchOptions } from './search-options.js';

/** A matching line, and the column of its first match. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** The matching lines of a file from `first` to before `last`; `start` lines match in earlier files. */
export interface FilePart {
  readonly path: string;
  readonly start: number;
  readonly first: number;
  readonly last: number;
}

/** How much of git's output is read. It contains every match, and a minified line may have a million. */
const MAX_BYTES = 2_000_000;

/**
 * The matching lines of files, by path. One command searches all files. If it prints too much, the remaining files are searched one by one;
 * of such a file, the last lines may be missing.
 */
export async function findPlaces(
  repository: Repository,
  query: string,
  files: readonly FilePart[],
  options: SearchOptions,
): Promise<ReadonlyMap<string, readonly Place[]>> {
  const places = new Map<string, Place[]>();
  if (files.length === 0) return places;
  const paths = files.map(({ path }) => path);
  const count = largestOf(
    files.map(({ last }) => last),
    0,
  );
  const complete = await grepPlaces(repository, query, paths, count, options, places);
  if (complete || paths.length === 1) return places;
  for (const path of paths) {
    places.delete(path);
    await grepPlaces(repository, query, [path], count, options, places);
  }
  return places;
}

/** Reads `path NUL line NUL column NUL text LF`, where the path may contain line breaks. Returns whether the output was complete. */
async function grepPlaces(
  { git }: Repository,
  query: string,
  paths: readonly string[],
  count: number,
  options: SearchOptions,
  places: Map<string, Place[]>,
): Promise<boolean> {
  const { stdout, cut } = await git.read(
    [
      ...GREP,
      ...['--untracked', '--full-name', '-H', '-n', '--column', '--only-matching', `--max-count=${count}`],
      ...[...queryArguments(query, options), '--', ...paths],
    ],
    { accept: [0, 1], maxBytes: MAX_BYTES, signal: options.signal },
  );
  for (let start = 0; start < stdout.length; ) {
    const afterPath = stdout.indexOf('\0', start);
    const afterLine = stdout.indexOf('\0', afterPath + 1);
    const afterColumn = stdout.indexOf('\0', afterLine + 1);
    const end = afterColumn === -1 ? -1 : stdout.indexOf('\n', afterColumn);
    if (afterPath === -1 || afterLine === -1 || end === -1) break;
    const path = stdout.slice(start, afterPath);
    const line = Number(stdout.slice(afterPath + 1, afterLine));
    const known = places.get(path) ?? [];
    if (known.length === 0) places.set(path, known);
    if (known.at(-1)?.line !== line)
      known.push({ line, column: Number(stdout.slice(afterLine + 1, afterColumn)) });
    start = end + 1;
  }
  return !cut;
}
