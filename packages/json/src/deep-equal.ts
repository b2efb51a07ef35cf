import { builtInTypes } from './built-in-types.js';

/**
 * Whether two values hold the same data, in the sense of Node's `isDeepStrictEqual`: `NaN` equals itself, `-0` differs from `0`, a member
 * that is undefined differs from an absent one, and prototypes count. Dates, maps, sets, typed arrays and regular expressions are compared
 * by their contents; other built-in objects only equal themselves.
 */
export function deepEqual(one: unknown, other: unknown): boolean {
  return equal(one, other, new Map());
}

/** The pairs that are being compared, which a circular value reaches again. */
type Pairs = Map<object, object>;

function equal(one: unknown, other: unknown, open: Pairs): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Object.getPrototypeOf(one) !== Object.getPrototypeOf(other)) return false;
  if (open.has(one)) return open.get(one) === other;
  open.set(one, other);
  const result = sameContents(one, other, open) && sameMembers(one, other, open);
  open.delete(one);
  return result;
}

function sameContents(one: object, other: object, open: Pairs): boolean {
  const { isDate, isMap, isRegExp, isSet } = builtInTypes;
  if (isDate(one)) return isDate(other) && Object.is(one.getTime(), other.getTime());
  if (isMap(one)) return isMap(other) && sameItems([...one], [...other], open);
  if (isSet(one)) return isSet(other) && sameItems([...one], [...other], open);
  if (isRegExp(one))
    return isRegExp(other) && String(one) === String(other) && one.lastIndex === other.lastIndex;
  if (Array.isArray(one)) return Array.isArray(other) && one.length === other.length;
  const kind = kindOf(one);
  return kind === kindOf(other) && /^\[object (?:Object|\w+Array)\]$/.test(kind);
}

function kindOf(value: object): string {
  return Object.prototype.toString.call(value);
}

/** Whether two maps or sets have the same items, in any order. */
function sameItems(one: readonly unknown[], other: readonly unknown[], open: Pairs): boolean {
  const left = [...other];
  return (
    one.length === other.length &&
    one.every((item) => {
      const index = left.findIndex((candidate) => equal(item, candidate, open));
      return index !== -1 && left.splice(index, 1).length === 1;
    })
  );
}

function sameMembers(one: object, other: object, open: Pairs): boolean {
  const names = membersOf(one);
  return (
    names.length === membersOf(other).length &&
    names.every(
      (name) => isMember(other, name) && equal(Reflect.get(one, name), Reflect.get(other, name), open),
    )
  );
}

function membersOf(value: object): PropertyKey[] {
  return Reflect.ownKeys(value).filter((name) => isMember(value, name));
}

function isMember(value: object, name: PropertyKey): boolean {
  return Object.prototype.propertyIsEnumerable.call(value, name);
}
