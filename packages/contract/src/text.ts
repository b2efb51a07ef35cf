/** Returns the first `length` UTF-16 code units of text; one fewer if that would split a character. */
export function textStart(text: string, length: number): string {
  if (text.length <= length) return text;
  return text.slice(0, partsPair(text, length) ? length - 1 : Math.max(length, 0));
}

/** Returns the last `length` UTF-16 code units of text; one fewer if that would split a character. */
export function textEnd(text: string, length: number): string {
  const start = text.length - Math.max(length, 0);
  if (start <= 0) return text;
  return text.slice(partsPair(text, start) ? start + 1 : start);
}

/** Truncates text that is longer than `length` UTF-16 code units, and appends a mark. */
export function shortenText(text: string, length: number, mark = '…'): string {
  return text.length > length ? textStart(text, length) + mark : text;
}

/** Puts text on one line of at most `length` UTF-16 code units. Truncated text ends with an ellipsis. */
export function shortenLine(text: string, length: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > length ? `${textStart(line, length - 1)}…` : line;
}

/**
 * Replaces lone surrogates with `�` in all strings of a JSON value, because providers refuse requests with lone surrogates. Returns the
 * value itself if it has none, otherwise a copy.
 */
export function wellFormed<Value>(value: Value): Value;
export function wellFormed(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed();
  return isContainer(value) && hasHalves(value) ? copyOf(value) : value;
}

type Container = readonly unknown[] | Readonly<Record<string, unknown>>;

function isContainer(value: unknown): value is Container {
  return Array.isArray(value) || isPlainObject(value);
}

/** Whether a value contains lone surrogates. Not recursive, because data from models may be nested to any depth. */
function hasHalves(root: Container): boolean {
  const open: unknown[] = [root];
  const seen = new Set<unknown>();
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value === 'string' && !value.isWellFormed()) return true;
    if (!isContainer(value) || seen.has(value)) continue;
    seen.add(value);
    if (!Array.isArray(value) && Object.keys(value).some((key) => !key.isWellFormed())) return true;
    for (const member of Object.values(value)) open.push(member);
  }
  return false;
}

/** Copies a value; shared and circular references are preserved. */
function copyOf(root: Container): unknown {
  const copies = new Map<unknown, Record<string, unknown> | unknown[]>();
  const open: Container[] = [];
  const take = (value: unknown): unknown => {
    if (typeof value === 'string') return value.toWellFormed();
    if (!isContainer(value)) return value;
    const known = copies.get(value);
    if (known !== undefined) return known;
    const copy = Array.isArray(value) ? [] : {};
    copies.set(value, copy);
    open.push(value);
    return copy;
  };
  const result = take(root);
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    const copy = copies.get(value);
    if (Array.isArray(copy) && Array.isArray(value)) for (const item of value) copy.push(take(item));
    else if (copy !== undefined && !Array.isArray(copy)) {
      for (const [key, member] of Object.entries(value)) {
        // Defines own members, even one named `__proto__`.
        Object.defineProperty(copy, key.toWellFormed(), { value: take(member), ...MEMBER });
      }
    }
  }
  return result;
}

const MEMBER = { enumerable: true, writable: true, configurable: true } as const;

/** Whether a value is a plain object, unlike bytes, dates and class instances. */
export function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  // The prototype may come from another realm (a `vm` context, Jest).
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function partsPair(text: string, index: number): boolean {
  return isHigh(text.charCodeAt(index - 1)) && isLow(text.charCodeAt(index));
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
