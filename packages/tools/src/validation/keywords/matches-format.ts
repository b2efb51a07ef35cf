import { loadFormats, matches } from '../ajv/formats.js';

let formats: ReturnType<typeof loadFormats> | undefined;

/** Whether a format is known. */
export function hasFormat(name: string): boolean {
  formats ??= loadFormats();
  return Object.hasOwn(formats, name);
}

/** Whether a value has a format. String formats accept all numbers and vice versa. Unknown formats accept all values. */
export function matchesFormat(value: string | number, name: string): boolean {
  const format = hasFormat(name) ? formats?.[name] : undefined;
  const definition = typeof format === 'object' && format !== null ? format : {};
  const type = 'type' in definition ? definition.type : 'string';
  if (type !== typeof value) return true;
  const test = 'validate' in definition ? definition.validate : format;
  if (typeof test === 'function') return test(value) === true;
  // All other formats, such as `password`, are `true`, which accepts any string.
  return matches(test, String(value));
}
