import { builtInModule } from '@toolwright/contract';

/**
 * What a value really is, whatever its prototype, its `Symbol.toStringTag` and its realm claim. Calls no code of the value: proxies are
 * never built-in objects.
 */
export interface BuiltInTypes {
  isDate(value: unknown): value is Date;
  isMap(value: unknown): value is Map<unknown, unknown>;
  isRegExp(value: unknown): value is RegExp;
  isSet(value: unknown): value is Set<unknown>;
  isUint8Array(value: unknown): value is Uint8Array;
}

/** Asks the methods of the built-in prototypes, which throw for any other object. */
const SLOT_TYPES: BuiltInTypes = {
  isDate: (value): value is Date => accepts(Date.prototype.getTime, value),
  isMap: (value): value is Map<unknown, unknown> => accepts(getterOf(Map.prototype, 'size'), value),
  isSet: (value): value is Set<unknown> => accepts(getterOf(Set.prototype, 'size'), value),
  // The getter accepts the prototype itself, which is no regular expression.
  isRegExp: (value): value is RegExp =>
    value !== RegExp.prototype && accepts(getterOf(RegExp.prototype, 'source'), value),
  isUint8Array: (value): value is Uint8Array => TYPE_OF_ARRAY.call(value) === 'Uint8Array',
};

type Method = (this: unknown) => unknown;

function getterOf(prototype: object, name: PropertyKey): Method {
  return Object.getOwnPropertyDescriptor(prototype, name)?.get as Method; // the language defines each of them
}

/** Returns the name of a typed array, and undefined for any other value. */
const TYPE_OF_ARRAY = getterOf(Object.getPrototypeOf(Uint8Array.prototype), Symbol.toStringTag);

function accepts(method: Method, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  try {
    method.call(value);
    return true;
  } catch {
    // Not an object of this type.
    return false;
  }
}

/** Node's own functions, where there are any. */
export const builtInTypes: BuiltInTypes = builtInModule('util')?.types ?? SLOT_TYPES;
