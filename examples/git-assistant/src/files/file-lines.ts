import type { Repository } from '../git/open-repository.js';
import { clip } from '../paging/clip.js';
import { TokenBudget } from '../paging/token-budget.js';
import { readLines } from './read-lines.js';

export interface FileLines {
  path: string;
  /** How many lines the file has. */
  lines: number;
  /** The lines asked for, each with its number and a tab before it. */
  text: string;
  /** What is not shown of them, in sentences; empty where all is there. */
  missing: string[];
  /** Where to read on; absent at the end of what was asked for. */
  next?: { firstLine: number; firstColumn: number };
}

export interface FileRange {
  readonly firstLine: number;
  /** In characters, of the first line; counts from 1. */
  readonly firstColumn: number;
  readonly lines: number;
}

/** Lines longer than this are cut unless they are all that is asked for. */
const MAX_LINE = 2_000;

/** Lines of a text file with their numbers, as many as one result may hold. */
export async function readFileLines(
  repository: Repository,
  given: string,
  { firstLine, firstColumn, lines }: FileRange,
  signal?: AbortSignal,
): Promise<FileLines> {
  const budget = new TokenBudget();
  const room = lines === 1 || firstColumn > 1 ? budget.characters : MAX_LINE;
  const columns = firstColumn + room;
  const read = await readLines(repository, given, { firstLine, lines, columns, signal });
  const shown: string[] = [];
  let longer: FileLines['next'];
  for (const [index, whole] of read.lines.entries()) {
    const from = index === 0 ? firstColumn - 1 : 0;
    const text = clip(whole, index === 0 ? room : MAX_LINE, from);
    if (!budget.take(text) && shown.length > 0) break;
    const line = firstLine + index;
    const end = from + text.length;
    if (end < whole.length) longer ??= { firstLine: line, firstColumn: end + 1 };
    shown.push(`${line}\t${text}${end < whole.length ? '… [cut]' : ''}`);
  }
  const asked = Math.max(0, Math.min(lines, read.total - firstLine + 1));
  const missing = [
    ...(longer
      ? [
          `Line ${longer.firstLine} is longer than shown; read on with firstLine ${longer.firstLine}, firstColumn ${longer.firstColumn}, lines 1.`,
        ]
      : []),
    ...(shown.length < asked
      ? [`Only ${shown.length} of ${asked} lines fit; read on with firstLine ${firstLine + shown.length}.`]
      : []),
  ];
  const rest = firstLine + shown.length <= read.total;
  const next =
    lines === 1 && longer
      ? longer
      : rest
        ? { firstLine: firstLine + shown.length, firstColumn: 1 }
        : undefined;
  return { path: read.path, lines: read.total, text: shown.join('\n'), missing, ...(next && { next }) };
}
