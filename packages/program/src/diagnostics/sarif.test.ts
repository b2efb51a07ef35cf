import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import addFormats from 'ajv-formats';
import type { Diagnostic } from './diagnostic.js';
import { printedPath } from './printed-path.js';
import { diagnosticRules } from './rules.js';
import { formatSarif } from './sarif.js';

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
const validate = ajv.compile(schema);

const everyCode = Object.entries(diagnosticRules).map(([code, { severity, fix }], index): Diagnostic => {
  // The table has all codes as its keys.
  const base = { code: code as keyof typeof diagnosticRules, severity, message: 'It is so.', hint: fix };
  if (index % 3 === 0) return base;
  const file = 'src/a file, ünusual.ts';
  return index % 3 === 1 ? { ...base, file, line: 1 } : { ...base, file, line: 2, column: 3, length: 4 };
});

function logOf(diagnostics: readonly Diagnostic[]) {
  return JSON.parse(formatSarif(diagnostics, (file) => printedPath(file, { projectDir: '/p', cwd: '/p' })));
}

describe('the SARIF log', () => {
  it.each([
    ['without results', []],
    ['with every code', everyCode],
  ])('%s is valid under the schema of SARIF 2.1.0', (_name, diagnostics) => {
    expect([validate(logOf(diagnostics)), validate.errors]).toEqual([true, null]);
  });

  it.each([
    ['a region before the first line', everyCode.map((one) => ({ ...one, file: 'a.ts', line: 0 }))],
    ['a text of the wrong type', everyCode.map((one) => ({ ...one, hint: '', message: '' }))],
  ])('is invalid with %s', (name, diagnostics) => {
    const log = logOf(diagnostics);
    if (name.startsWith('a text')) for (const result of log.runs[0].results) result.message.text = 1;
    expect(validate(log)).toBe(false);
  });

  it('points each result to its rule', () => {
    const [{ tool, results }] = logOf(everyCode).runs;
    for (const { ruleId, ruleIndex } of results) expect(tool.driver.rules[ruleIndex].id).toBe(ruleId);
    const ids = tool.driver.rules.map(({ id }: { id: string }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
