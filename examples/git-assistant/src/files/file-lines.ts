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
  /** Position in the first line in characters, from 1. */
  readonly firstColumn: number;
  readonly lines: number;
}

/** Longer lines are truncated unless only one line was requested. */
const MAX_LINE = 2_000;

/** Lines of a text file with their numbers, as many as fit into one result. */
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
  let longer: Place | undefined;
  for (const [index, whole] of read.lines.entries()) {
    const from = index === 0 ? firstColumn - 1 : 0;
    const text = takeText(whole, from, index === 0 ? room : MAX_LINE, budget);
    if (text === undefined) break;
    const line = firstLine + index;
    const cut = from + text.length < whole.length;
    if (cut) longer ??= { firstLine: line, firstColumn: from + text.length + 1 };
    shown.push(`${line}\t${text}${cut ? '… [cut]' : ''}`);
  }
  const after = firstLine + shown.length;
  const left = Math.min(firstLine + lines - 1, read.total) - after + 1;
  const next =
    lines === 1 && longer ? longer : after <= read.total ? { firstLine: after, firstColumn: 1 } : longer;
  return {
    path: read.path,
    lines: read.total,
    text: shown.join('\n'),
    missing: describeMissing(longer, left, after),
    ...(next && { next }),
  };
}

interface Place {
  readonly firstLine: number;
  readonly firstColumn: number;
}

/** As much of a line as fits. Text with many tokens is truncated more. Undefined if hardly anything fits. */
function takeText(line: string, from: number, room: number, budget: TokenBudget): string | undefined {
  for (let size = room; size > MIN_LINE; size = Math.floor(size / 2)) {
    const text = clip(line, size, from);
    // Reserves room for the number and for the tab, which JSON writes as two characters.
    if (budget.take(`${text}12345678`)) return text;
    if (text.length < MIN_LINE) return undefined;
  }
  return undefined;
}

/** A line is not truncated below this length: it goes into the next result instead. */
const MIN_LINE = 200;

function describeMissing(longer: Place | undefined, left: number, after: number): string[] {
  const missing: string[] = [];
  if (longer) {
    const { firstLine, firstColumn } = longer;
    missing.push(
      `Line ${firstLine} is longer than shown; read on with firstLine ${firstLine}, firstColumn ${firstColumn}, lines 1.`,
    );
  }
  if (left > 0) missing.push(`${left} more of the lines asked for; read on with firstLine ${after}.`);
  return missing;
}
