import type { OutputWarning } from '@toolwright/contract';
import { type JsonError, type JsonPath, type JsonRead, readJson } from '@toolwright/json';
import { excerpt } from '@toolwright/redaction';

/** An outermost object or list in the text. */
export interface Candidate {
  /** The offset of the first character. */
  readonly start: number;
  readonly end: number;
  readonly value: unknown;
  /** The repairs made to the text. */
  readonly changes: readonly OutputWarning[];
  /** The containers that are open at the end of the text. */
  readonly unclosed: readonly JsonPath[];
}

export interface Candidates {
  readonly found: readonly Candidate[];
  /** The reason that a part that looks like JSON cannot be parsed. Then nothing else in the text can be the answer. */
  readonly broken: string | undefined;
}

/**
 * Finds every outermost object and list in the text, in order. Reads each character only once: a value inside broken JSON is part
 * of something else and never an answer.
 */
export function findCandidates(text: string): Candidates {
  const found: Candidate[] = [];
  const fences = new Fences(text);
  for (let start = findBracket(text, 0); start >= 0 && found.length < MAX_CANDIDATES; ) {
    const end = fences.next(start);
    const read = readJson(text, { start, end, repair: true, trailing: true });
    const broken = read.ok ? describeFault(read, text, start) : describeError(read.error, text, start);
    if (broken !== undefined) return { found, broken };
    if (read.ok) found.push(toCandidate(read, start));
    start = findBracket(text, read.ok ? read.end : Math.max(read.error.position, start + 1));
  }
  return { found, broken: undefined };
}

/** Parses text that is a single value as a candidate. */
export function readWhole(text: string, note: string): Candidate | undefined {
  const read = readJson(text, { repair: true });
  if (!read.ok || describeFault(read, text, 0) !== undefined) return undefined;
  const { changes, ...candidate } = toCandidate(read, 0);
  return { ...candidate, changes: [{ path: '', message: note }, ...changes] };
}

/** Describes what is wrong with the text, and where; undefined if it does not look like JSON. */
function describeError(
  { position, expected, kind }: JsonError,
  text: string,
  start: number,
): string | undefined {
  if (kind === 'depth') return 'it is nested too deeply';
  if (!LOOKS_LIKE_JSON.test(text.slice(start, start + LOOKED_AT))) return undefined;
  const before = excerpt(text, Math.max(start, position - SHOWN), position);
  if (kind === 'cut') return `it is cut off after ${JSON.stringify(before)}, where ${expected} was expected`;
  const after = excerpt(text, position, position + SHOWN);
  return `after ${JSON.stringify(before)}, ${expected} was expected, but ${JSON.stringify(after)} follows`;
}

type ReadValue = Extract<JsonRead, { ok: true }>;

function toCandidate({ end, value, repairs, unclosed }: ReadValue, start: number): Candidate {
  const changes = repairs.map(({ message }) => ({ path: '', message }));
  return { start, end, value, changes, unclosed };
}

/** Explains why a parsed value is not reliable. */
function describeFault(
  { duplicates, unclosed, repairs, end }: ReadValue,
  text: string,
  start: number,
): string | undefined {
  const [twice] = duplicates;
  if (twice !== undefined) {
    return `${JSON.stringify(String(twice.path.at(-1)))} is given twice with different values`;
  }
  // The text may have been truncated after the repaired quote.
  if (unclosed.length > 0 && repairs.some(({ kind }) => kind === 'quote')) return 'it is cut off';
  return isPart(
    text,
    start,
    end,
    repairs.some(({ kind }) => kind === 'closer'),
  )
    ? 'its brackets do not match, so its structure is unclear'
    : undefined;
}

/** Whether a value is part of something larger that could not be parsed. */
function isPart(text: string, start: number, end: number, isMended: boolean): boolean {
  const after = text.slice(end, end + LOOKED_AT).trimStart();
  if (MEMBER_FOLLOWS.test(after)) return true;
  if (!/^[}\]]/.test(after) || after.startsWith(']]>')) return false;
  return isMended || STRUCTURE_BEFORE.test(text.slice(Math.max(0, start - LOOKED_AT), start));
}

/** Enough for any real answer; protects against hostile input. */
const MAX_CANDIDATES = 64;
/** Characters quoted on each side of an error. */
const SHOWN = 20;
/** Characters examined on each side of a value. */
const LOOKED_AT = 100;
/** Matches the start of JSON, but not brackets in prose such as `[1]`, `{name}` or `{1, 2}`. */
const LOOKS_LIKE_JSON =
  /^\s*(?:\{\s*(?:(["'`“])[^"'`”\n]*(?:["'`”]\s*:|$)|[\p{L}_$][\p{L}\p{N}_$]*\s*:|["'`“][^"'`”\n]*["'`”]|\\?"|$)|\[\s*(?:[{["“]|$))/u;
const MEMBER_FOLLOWS = /^,\s*["'`“][^"'`”\n]*["'`”]\s*:/;
const STRUCTURE_BEFORE = /(?:["'`”]\s*:|[{[,])\s*$/;

function findBracket(text: string, from: number): number {
  BRACKET.lastIndex = from;
  let found = BRACKET.exec(text);
  while (found?.[0] === CDATA) found = BRACKET.exec(text);
  return found?.index ?? -1;
}

const CDATA = '<![CDATA[';
const BRACKET = /<!\[CDATA\[|[{[]/g;

/** Finds the ends of Markdown fences: a value that extends beyond its fence was truncated. */
class Fences {
  readonly #text: string;
  #next = -1;

  constructor(text: string) {
    this.#text = text;
  }

  /** Returns the index of the first fence after `start`, or the end of the text. `start` must not decrease between calls. */
  next(start: number): number {
    while (this.#next < start) {
      CLOSING_FENCE.lastIndex = Math.max(start, this.#next + 1);
      this.#next = CLOSING_FENCE.exec(this.#text)?.index ?? this.#text.length;
    }
    return this.#next;
  }
}

const CLOSING_FENCE = /\n[ \t]*(?:```|~~~)/g;
