import { loadFormats } from './validation/ajv/formats.js';

export { compilePattern } from '@toolwright/json-schema';
export { codePointLength } from './validation/keywords/code-point-length.js';
export { createVerdicts } from './validation/keywords/create-verdicts.js';
export { findRepeated } from './validation/keywords/find-repeated.js';
export { jsonEqual } from './validation/keywords/json-equal.js';

/** The string formats by name, as used by AJV's own validators. */
export const formats: Readonly<Record<string, unknown>> = loadFormats();
