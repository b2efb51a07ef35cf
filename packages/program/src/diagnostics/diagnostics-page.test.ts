import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { diagnosticsPage } from './diagnostics-page.js';
import { diagnosticRules } from './rules.js';

const file = fileURLToPath(new URL('../../../../docs/diagnostics.md', import.meta.url));

describe('docs/diagnostics.md', () => {
  it('equals the text that the table of codes generates', () => {
    if (process.env.UPDATE_DOCS === '1') writeFileSync(file, diagnosticsPage());
    expect(readFileSync(file, 'utf8')).toBe(diagnosticsPage());
  });

  it('lists every code once, in ascending order', () => {
    const codes = [...diagnosticsPage().matchAll(/^## (TW\d{4}): /gm)].map(([, code]) => code);
    expect(codes).toEqual(Object.keys(diagnosticRules).sort());
    expect(codes.length).toBeGreaterThan(40);
  });

  it('has whole sentences', () => {
    const texts = Object.values(diagnosticRules).flatMap(({ explanation, fix }) => [explanation, fix]);
    expect(texts.filter((text) => !/^[A-Z`@'"].*[.`)]$|https?:\S+$/s.test(text))).toEqual([]);
  });
});
