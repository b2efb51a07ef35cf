import { types } from 'node:util';
import type { CodecKind } from '@toolwright/contract';

/** Whether a value is an object of that kind, also one from another realm, such as a `vm` context. */
export const isInstance: Readonly<Record<CodecKind, (value: unknown) => boolean>> = {
  date: types.isDate,
  url: isUrl,
  bigint: (value) => typeof value === 'bigint',
  bytes: types.isUint8Array,
  regexp: types.isRegExp,
  map: types.isMap,
  set: types.isSet,
};

export function isUrl(value: unknown): value is URL {
  return value instanceof URL || Object.prototype.toString.call(value) === '[object URL]';
}

/** An object whose data are its own members: no array, and none of the objects that travel in another form. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isBuiltIn(value);
}

/** In the order of what is cheap and common. */
function isBuiltIn(value: object): boolean {
  return (
    types.isDate(value) ||
    types.isMap(value) ||
    types.isSet(value) ||
    types.isRegExp(value) ||
    ArrayBuffer.isView(value) ||
    isUrl(value)
  );
}
