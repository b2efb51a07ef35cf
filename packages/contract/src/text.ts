/** The first `length` UTF-16 code units of a text; one less where the cut would part a character. */
export function textStart(text: string, length: number): string {
  if (text.length <= length) return text;
  return text.slice(0, partsPair(text, length) ? length - 1 : Math.max(length, 0));
}

/** The last `length` UTF-16 code units of a text; one less where the cut would part a character. */
export function textEnd(text: string, length: number): string {
  const start = text.length - Math.max(length, 0);
  if (start <= 0) return text;
  return text.slice(partsPair(text, start) ? start + 1 : start);
}

/** A text that is longer than `length` UTF-16 code units is cut to them, with a mark behind it. */
export function shortenText(text: string, length: number, mark = '…'): string {
  return text.length > length ? textStart(text, length) + mark : text;
}

/**
 * Replaces half characters (lone surrogates) by `�` in all texts of a JSON value: providers refuse requests that hold one. A value
 * without any is returned itself; another one is copied.
 */
export function wellFormed<Value>(value: Value): Value;
export function wellFormed(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed();
  if (Array.isArray(value)) return wellFormedItems(value);
  return isPlainObject(value) ? wellFormedMembers(value) : value;
}

function wellFormedItems(items: readonly unknown[]): readonly unknown[] {
  const clean = items.map((item) => wellFormed(item));
  return clean.every((item, index) => Object.is(item, items[index])) ? items : clean;
}

function wellFormedMembers(value: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const entries = Object.entries(value);
  const clean = entries.map(([key, member]) => [key.toWellFormed(), wellFormed(member)] as const);
  const isSame = clean.every(([key, member], index) => {
    const [oldKey, old] = entries[index] ?? [];
    return key === oldKey && Object.is(member, old);
  });
  return isSame ? value : Object.fromEntries(clean);
}

/** Other objects (bytes, dates, instances of classes) are left alone. */
function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  // Also one of another realm (a `vm` context, Jest).
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
