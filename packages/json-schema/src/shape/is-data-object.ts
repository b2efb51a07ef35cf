import { builtInNames, builtIns } from '../built-ins/built-ins.js';

/** Whether a value is an object whose data is its own members, rather than an array or a built-in such as a `Date`. */
export function isDataObject(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  if (Object.getPrototypeOf(value) === Object.prototype) return true;
  return !ArrayBuffer.isView(value) && !builtInNames.some((name) => builtIns[name].is(value));
}
