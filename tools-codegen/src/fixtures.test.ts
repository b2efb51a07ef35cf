import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { formatDiagnostics, toolRules } from '@toolwright/program/diagnostics';
import { sharedFiles } from '../../packages/program/src/testing/shared-files.js';
import type { GenerateResult } from './generate-result.js';
import { generateUncached } from './testing/generate-uncached.test.support.js';
import { typeCheck } from './testing/type-check.test.support.js';

const root = fileURLToPath(new URL('../fixtures/tools', import.meta.url));
const shared = sharedFiles('types');

/** `UPDATE_FIXTURES=1` writes the current output: read the diff before you commit it. */
const update = process.env.UPDATE_FIXTURES === '1';

function cases(kind: 'valid' | 'invalid'): string[] {
  const folder = path.join(root, kind);
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
}

function expectText(file: string, text: string): void {
  if (update) writeFileSync(file, text);
  expect(text).toBe(existsSync(file) ? readFileSync(file, 'utf8') : undefined);
}

function printed({ diagnostics, projectDir }: GenerateResult): string {
  return `${formatDiagnostics(diagnostics, { projectDir, cwd: projectDir })}\n`;
}

describe('valid programs', () => {
  it.each(cases('valid'))('%s', (name) => {
    const dir = path.join(root, 'valid', name);
    const result = generateUncached({ cwd: dir }, shared);
    expectText(result.outFile, result.output);
    expectText(path.join(dir, 'diagnostics.txt'), printed(result));
    expect(result.ok).toBe(true);
    expect(typeCheck(dir, new Map([[result.outFile, result.output]]))).toEqual([]);
  });
});

describe('invalid programs', () => {
  const reported = new Set<string>();

  it.each(cases('invalid'))('%s', (name) => {
    const dir = path.join(root, 'invalid', name);
    const own = existsSync(path.join(dir, 'tsconfig.json'));
    const result = own
      ? generateUncached({ cwd: dir }, shared)
      : generateUncached({ cwd: path.dirname(dir), include: [name] }, shared);
    expectText(path.join(dir, 'diagnostic.txt'), printed(result));
    for (const { code } of result.diagnostics) reported.add(code);
  });

  it('cover every code about tools', () => {
    expect(Object.keys(toolRules).filter((code) => !reported.has(code))).toEqual([]);
  });
});
