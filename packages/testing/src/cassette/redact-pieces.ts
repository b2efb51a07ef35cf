import type { Redaction } from '@toolwright/redaction';

const MAX_DEPTH = 20;
/** Longer texts tell no places apart. */
const MAX_SCALAR = 64;

/** A text in an event. */
interface Piece {
  readonly holder: Record<string, unknown>;
  readonly name: string;
}

/** An event, which may have several lines. */
interface Part {
  readonly text: string;
  readonly start: string;
  readonly event: unknown;
  readonly end: string;
}

/** The texts at a place of events, and those of them that share a number or an id. */
interface Place {
  readonly all: Piece[];
  readonly alike: Map<string, Piece[]>;
}

/**
 * Masks secrets that a stream delivers in pieces, which no search in single events finds. Whatever their names are, texts at the same place
 * of several events are searched as one text: all of them, and those that share a number or an id. Returns the body in parts that end where a
 * line or an event ends.
 */
export function redactPieces(body: string, redaction: Redaction): readonly string[] {
  const parts = readParts(body);
  const places = new Map<string, Place>();
  for (const { event } of parts) collect(event, '', [], places, 0);
  let isChanged = false;
  for (const { all, alike } of places.values()) {
    // The narrower ones first: texts of different calls may alternate.
    const narrower = [...alike.values()].filter(({ length }) => length < all.length);
    for (const pieces of [...narrower, all])
      if (pieces.length > 1 && maskPieces(pieces, redaction)) isChanged = true;
  }
  if (!isChanged) return parts.map(({ text }) => text);
  return parts.map(({ text, start, event, end }) =>
    event === undefined ? text : start + JSON.stringify(event) + end,
  );
}

/** Lines end with LF, CR or both. JSON that is spread over several `data` lines is one event. */
function readParts(body: string): readonly Part[] {
  const lines = body.match(/[^\r\n]+[\r\n]*|[\r\n]+/g) ?? [];
  if (lines.length > 1) {
    const whole = readEvent(body);
    // For example JSON with line breaks. Its parts matter to nobody.
    if (whole.event !== undefined) return [whole];
  }
  const parts: Part[] = [];
  for (let index = 0; index < lines.length; ) {
    const block = [lines[index] ?? ''];
    let part = readEvent(block[0] ?? '');
    if (part.event === undefined && DATA.test(block[0] ?? '')) {
      while (!isLast(block.at(-1) ?? '') && DATA.test(lines[index + block.length] ?? ''))
        block.push(lines[index + block.length] ?? '');
      if (block.length > 1) part = readEvent(block.join(''));
    }
    parts.push(part);
    index += block.length;
  }
  return parts;
}

const DATA = /^\s*data:/;

/** Whether an empty line follows. */
function isLast(line: string): boolean {
  return /(?:\n|\r\n?)(?:\n|\r\n?)$/.test(line);
}

function readEvent(text: string): Part {
  const end = /\s*$/.exec(text.slice(-8))?.[0] ?? '';
  const start = /^\uFEFF?\s*(?:data:\s*)?/.exec(text)?.[0] ?? '';
  const json = text.slice(start.length, text.length - end.length);
  const other = { text, start, event: undefined, end };
  if (!/^[[{]/.test(json)) return other;
  try {
    return {
      ...other,
      event: JSON.parse(start.includes('data:') ? json.replace(/[\r\n]+data: ?/g, '\n') : json),
    };
  } catch {
    return other; // no event
  }
}

function collect(
  value: unknown,
  path: string,
  scalars: readonly string[],
  places: Map<string, Place>,
  depth: number,
): void {
  if (depth > MAX_DEPTH || typeof value !== 'object' || value === null) return;
  const holder = value as Record<string, unknown>; // parsed here, so it may change; of a list, the indexes
  const members = Object.entries(holder);
  const isList = Array.isArray(value);
  const own = isList ? [] : members.flatMap(([name, member]) => scalarOf(`${path}/${name}`, member));
  const known = [...scalars, ...own];
  for (const [name, member] of members) {
    const key = isList ? `${path}/*` : `${path}/${name}`;
    if (typeof member !== 'string') collect(member, key, known, places, depth + 1);
    else {
      const place = places.get(key) ?? { all: [], alike: new Map<string, Piece[]>() };
      places.set(key, place);
      place.all.push({ holder, name });
      for (const scalar of known) {
        const pieces = place.alike.get(scalar);
        if (pieces === undefined) place.alike.set(scalar, [{ holder, name }]);
        else pieces.push({ holder, name });
      }
    }
  }
}

function scalarOf(place: string, member: unknown): readonly string[] {
  const isScalar = typeof member === 'number' || (typeof member === 'string' && member.length <= MAX_SCALAR);
  return isScalar ? [`${place}=${member}`] : [];
}

/** What stands before the first secret and after the last one stays where it is. */
function maskPieces(pieces: readonly Piece[], redaction: Redaction): boolean {
  const texts = pieces.map(({ holder, name }) => String(holder[name]));
  // Types and ids, which each event repeats, are no pieces.
  if (texts.every((text) => text === texts[0])) return false;
  const whole = texts.join('');
  const masked = redaction.redactBody(whole);
  if (masked === whole) return false;
  const shorter = Math.min(whole.length, masked.length);
  let before = 0;
  while (before < shorter && whole[before] === masked[before]) before += 1;
  let after = 0;
  while (after < shorter - before && whole.at(-1 - after) === masked.at(-1 - after)) after += 1;
  const [first, last] = [before, whole.length - after];
  let at = 0;
  let isPlaced = false;
  for (const [index, { holder, name }] of pieces.entries()) {
    const text = texts[index] ?? '';
    const end = at + text.length;
    if (end > first || (end === whole.length && !isPlaced)) {
      const head = isPlaced
        ? ''
        : text.slice(0, Math.max(0, first - at)) + masked.slice(before, masked.length - after);
      holder[name] = head + text.slice(Math.min(text.length, Math.max(0, last - at)));
      isPlaced = true;
    }
    at = end;
  }
  return true;
}
