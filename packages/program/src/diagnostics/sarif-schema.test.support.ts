import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import addFormats from 'ajv-formats';

const require = createRequire(import.meta.url);
/** The schema of SARIF 2.1.0 as OASIS published it, from the package that Microsoft's tests of SARIF use. It is written in draft 4. */
const schema: object = JSON.parse(
  readFileSync(require.resolve('@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json'), 'utf8'),
);
// The package is CommonJS, and its types describe an ES module.
const { default: AjvDraft04 }: typeof import('ajv-draft-04') = require('ajv-draft-04');

// One of its patterns, for languages, is invalid with the flag `u`.
const ajv = new AjvDraft04({ strict: false, unicodeRegExp: false, allErrors: true });
addFormats.default(ajv);
/** Validates a log under that schema; `errors` says why it is invalid. */
export const validateSarif = ajv.compile(schema);
