import { excerpt, type OutputWarning } from '@toolwright/contract';
import { type JsonError, type JsonPath, type JsonRead, readJson } from '@toolwright/schema';

/** An object or a list that was found in a text, outside of any other. */
export interface Candidate {
  /** Where it stands in the text. */
  readonly start: number;
  readonly end: number;
  readonly value: unknown;
  /** What had to be done to the text. */
  readonly changes: readonly OutputWarning[];
  /** Containers that the end of the text left open. */
  readonly unclosed: readonly JsonPath[];
}

export interface Candidates {
  readonly found: readonly Candidate[];
  /** Why a part of the text that is meant to be JSON cannot be read; then nothing else in the text is the answer. */
  readonly broken: string | undefined;
}

/**
 * Every object and list in a text that lies in no other one, in order. Looks at each character once: what stands within broken
 * JSON is a part of something, never an answer of its own.
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

/** A candidate for a text that is nothing but one value. */
export function readWhole(text: string, note: string): Candidate | undefined {
  const read = readJson(text, { repair: true });
  if (!read.ok || describeFault(read, text, 0) !== undefined) return undefined;
  const { changes, ...candidate } = toCandidate(read, 0);
  return { ...candidate, changes: [{ path: '', message: note }, ...changes] };
}

/** What is wrong with a text, and where. */
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

/** Why a value that could be read is none to rely on. */
function describeFault(
  { duplicates, unclosed, repairs, end }: ReadValue,
  text: string,
  start: number,
): string | undefined {
  const [twice] = duplicates;
  if (twice !== undefined) {
    return `${JSON.stringify(String(twice.path.at(-1)))} is given twice with different values`;
  }
  // A quote that was mended may be the one behind which the text was cut.
  if (unclosed.length > 0 && repairs.some(({ kind }) => kind === 'quote')) return 'it is cut off';
  return isPart(
    text,
    start,
    end,
    repairs.some(({ kind }) => kind === 'closer'),
  )
    ? 'its brackets do not match, so it is not clear what belongs where'
    : undefined;
}

/** Whether a value is a part of something that could not be read as a whole. */
function isPart(text: string, start: number, end: number, isMended: boolean): boolean {
  const after = text.slice(end, end + LOOKED_AT).trimStart();
  if (MEMBER_FOLLOWS.test(after)) return true;
  if (!/^[}\]]/.test(after) || after.startsWith(']]>')) return false;
  return isMended || STRUCTURE_BEFORE.test(text.slice(Math.max(0, start - LOOKED_AT), start));
}

/** Enough for any answer, and an end for hostile ones. */
const MAX_CANDIDATES = 64;
/** Characters that are quoted from each side of an error. */
const SHOWN = 20;
/** Characters around a value that tell what it is. */
const LOOKED_AT = 100;
/** Prose has brackets as well: `[1]`, `{name}`, `{1, 2}`. */
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

/** The ends of Markdown fences: a value that does not end before its fence does was cut off within it. */
class Fences {
  readonly #text: string;
  #next = -1;

  constructor(text: string) {
    this.#text = text;
  }

  /** Index of the first fence behind `start`, or the end of the text. Never called with a smaller one. */
  next(start: number): number {
    while (this.#next < start) {
      CLOSING_FENCE.lastIndex = Math.max(start, this.#next + 1);
      this.#next = CLOSING_FENCE.exec(this.#text)?.index ?? this.#text.length;
    }
    return this.#next;
  }
}

const CLOSING_FENCE = /\n[ \t]*(?:```|~~~)/g;
