import { builtInNames, builtIns } from '../built-ins/built-ins.js';

/** An object whose data are its own members: neither an array nor an object that travels in another form. */
export function isDataObject(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  if (Object.getPrototypeOf(value) === Object.prototype) return true;
  return !ArrayBuffer.isView(value) && !builtInNames.some((name) => builtIns[name].is(value));
}
