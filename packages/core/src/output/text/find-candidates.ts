import { type JsonScan, scanJson } from './scan-json.js';

/** A part of a text that may be the JSON that was asked for. */
export interface Candidate {
  readonly text: string;
  readonly scan: JsonScan;
  /** What is unusual about where it was found. */
  readonly note?: string;
}

/** Every object and list in a text that lies in no other one, in order; the last one may be cut off. */
export function findCandidates(text: string): Candidate[] {
  const candidates: Candidate[] = [];
  let start = findBracket(text, 0);
  while (start >= 0 && candidates.length < MAX_CANDIDATES) {
    const scan = scanWithinFence(text, start);
    candidates.push({ text, scan });
    start = scan.open.length === 0 || scan.end < text.length ? findBracket(text, scan.end) : -1;
  }
  return candidates;
}

/** The objects and lists directly within a candidate, for one that turned out to be something else in brackets. */
export function findNested({ text, scan }: Candidate): Candidate[] {
  const inner = text.slice(scan.start + 1, scan.open.length === 0 ? scan.end - 1 : scan.end);
  return findCandidates(inner).map((candidate) => ({ ...candidate, note: WITHIN }));
}

/** Everything from the first to the last bracket, in case that broken strings have misled the scan. */
export function findSpan(text: string): Candidate[] {
  const start = findBracket(text, 0);
  const end = text.lastIndexOf(text.charAt(start) === '[' ? ']' : '}') + 1;
  return start < 0 || end <= start
    ? []
    : [{ text, scan: { start, end, open: [], strings: [], string: undefined } }];
}

const WITHIN = 'The answer was found within other brackets.';

/** Enough for any answer, and an end for hostile ones. */
const MAX_CANDIDATES = 64;

/** A value that does not end before its Markdown fence does was cut off within it. */
function scanWithinFence(text: string, start: number): JsonScan {
  const scan = scanJson(text, start);
  if (scan.open.length === 0) return scan;
  const fence = CLOSING_FENCE.exec(text.slice(start));
  return fence === null ? scan : scanJson(text, start, start + fence.index + 1);
}

const CLOSING_FENCE = /\n[ \t]*(?:```|~~~)/;

function findBracket(text: string, from: number): number {
  const next = text.slice(from).search(/[{[]/);
  return next < 0 ? -1 : from + next;
}
