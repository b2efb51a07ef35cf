import type { Diagnostic } from './diagnostic.js';
import { printedPath } from './printed-path.js';
import { diagnosticRules } from './rules.js';
import { formatSarif } from './sarif.js';
import { validateSarif as validate } from './sarif-schema.test.support.js';

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
