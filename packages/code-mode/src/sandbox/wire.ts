import type { JsonValue } from '@toolwright/contract';

/** The key of an object that stands for a value that JSON does not have. Plain objects with this key are written as entries. */
const MARK = '$';

/**
 * What each list and object weighs at least in the limit `values`, in characters. Other values weigh a quarter of it. Members of an object
 * beyond `manyMembers` weigh twice as much. Many small parts take the host longer than one text of the same length.
 */
export const WEIGHTS = { part: 32, manyMembers: 100 } as const;

/** The most digits of a bigint: reading them takes more than linear time. */
export const MAX_DIGITS = 10_000;

/** The maximum nesting depth, as for values that tools decode. */
const MAX_DEPTH = 500;

/**
 * Writes a value for the sandbox, which has the same functions. Dates, maps, sets, bigints, bytes, addresses and regular expressions stay what
 * they are.
 * @throws TypeError for functions, symbols and circular or too deeply nested values
 */
export function toWire(value: unknown, depth = 0): JsonValue {
  if (depth > MAX_DEPTH) throw new TypeError('The value is circular or nested too deeply.');
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number')
    return Number.isFinite(value) ? value : { [MARK]: 'number', v: String(value) };
  if (typeof value === 'bigint') return { [MARK]: 'bigint', v: String(value) };
  if (value === undefined) return { [MARK]: 'undefined' };
  if (typeof value !== 'object') throw new TypeError(`A ${typeof value} cannot be passed.`);
  const items = (list: Iterable<unknown>): JsonValue[] => Array.from(list, (item) => toWire(item, depth + 1));
  if (Array.isArray(value)) return items(value);
  if (value instanceof Date) return { [MARK]: 'date', v: value.getTime() };
  if (value instanceof Map) return { [MARK]: 'map', v: items(value) };
  if (value instanceof Set) return { [MARK]: 'set', v: items(value) };
  if (value instanceof URL) return { [MARK]: 'url', v: value.href };
  if (value instanceof RegExp) return { [MARK]: 'regexp', v: [value.source, value.flags] };
  if (value instanceof Uint8Array) return { [MARK]: 'bytes', v: Array.from(value) };
  const entries = Object.entries(value).filter(([, member]) => member !== undefined);
  if (Object.hasOwn(value, MARK)) return { [MARK]: 'object', v: items(entries) };
  return Object.fromEntries(entries.map(([name, member]) => [name, toWire(member, depth + 1)]));
}

/** Reads a value that {@link toWire} wrote. @throws TypeError for a value that it cannot have written */
export function fromWire(wire: JsonValue): unknown {
  if (typeof wire !== 'object' || wire === null) return wire;
  if (isList(wire)) return wire.map(fromWire);
  const kind = Object.hasOwn(wire, MARK) ? wire[MARK] : undefined;
  if (kind === undefined)
    return Object.fromEntries(
      Object.entries(wire).map(([name, member]) => [name, fromWire(member as JsonValue)]),
    );
  const { v = null } = wire;
  const read = typeof kind === 'string' && Object.hasOwn(READERS, kind) ? READERS[kind] : undefined;
  if (read === undefined) throw new TypeError('The value is malformed.');
  return read(v);
}

function isList(value: JsonValue): value is Extract<JsonValue, readonly unknown[]> {
  return Array.isArray(value);
}

const listOf = (v: JsonValue): unknown[] => {
  if (!isList(v)) throw new TypeError('The value is malformed.');
  return v.map(fromWire);
};
const pairsOf = (v: JsonValue): [unknown, unknown][] =>
  listOf(v).map((pair) => {
    if (!Array.isArray(pair)) throw new TypeError('The value is malformed.');
    return [pair[0], pair[1]];
  });

const READERS: Readonly<Record<string, (v: JsonValue) => unknown>> = {
  number: Number,
  bigint: (v) => {
    const digits = String(v);
    if (digits.length > MAX_DIGITS) throw new TypeError(`A bigint has more than ${MAX_DIGITS} digits.`);
    return BigInt(digits);
  },
  undefined: () => undefined,
  date: (v) => new Date(Number(v ?? Number.NaN)),
  map: (v) => new Map(pairsOf(v)),
  set: (v) => new Set(listOf(v)),
  url: (v) => new URL(String(v)),
  regexp: (v) => {
    const [source, flags] = listOf(v);
    return new RegExp(String(source), String(flags));
  },
  bytes: (v) => Uint8Array.from(listOf(v), Number),
  object: (v) => Object.fromEntries(pairsOf(v)),
};
