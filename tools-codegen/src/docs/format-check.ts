import { createRequire } from 'node:module';
import { isRecord } from '@toolwright/contract';
import { compilePattern } from '@toolwright/json-schema';

const require = createRequire(import.meta.url);
let formats: Readonly<Record<string, unknown>> | undefined;

/** Whether a string has a format, by the rules of run-time validators, which ignore unknown formats. */
export function hasFormat(text: string, name: string): boolean {
  formats ??= loadFormats();
  const format = Object.hasOwn(formats, name) ? formats[name] : undefined;
  const check = isRecord(format) && 'validate' in format ? format.validate : format;
  if (check instanceof RegExp) {
    // The library's regular expression can take quadratic time in JavaScript's engine.
    return name === 'url' ? compilePattern(check.source, 'iu').test(text) : check.test(text);
  }
  return typeof check !== 'function' || check(text) === true;
}

/** Loads the formats on first use, because most projects have no default with a format. */
function loadFormats(): Readonly<Record<string, unknown>> {
  // `require` returns `any`; the module has these types.
  const { fullFormats } =
    require('ajv-formats/dist/formats.js') as typeof import('ajv-formats/dist/formats.js');
  return fullFormats;
}
