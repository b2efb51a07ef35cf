import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { errorMessage } from '@toolwright/contract';
import { formatDiagnostics, providerRules } from '@toolwright/program/diagnostics';
import { generateUncached } from './testing/generate-uncached.test.support.js';

const root = fileURLToPath(new URL('../fixtures/tools/providers', import.meta.url));
const cases = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isDirectory());

/** The output of codegen for a case; the first line of the case names the providers. */
function run(name: string): string {
  const [line = ''] = readFileSync(path.join(root, name, 'input.ts'), 'utf8').split('\n');
  const providers = line.replace('// --provider ', '').split(',');
  try {
    const { diagnostics, projectDir } = generateUncached({ cwd: root, include: [name], providers });
    return `${formatDiagnostics(diagnostics, { projectDir, cwd: projectDir })}\n`;
  } catch (error) {
    return `${errorMessage(error)}\n`;
  }
}

describe('a tool with --provider', () => {
  const reported: string[] = [];

  it.each(cases.map(({ name }) => name))('%s', (name) => {
    const file = path.join(root, name, 'diagnostic.txt');
    const printed = run(name);
    if (process.env.UPDATE_FIXTURES === '1') writeFileSync(file, printed);
    expect(printed).toBe(existsSync(file) ? readFileSync(file, 'utf8') : undefined);
    reported.push(printed);
  });

  it('covers every code about providers', () => {
    const all = reported.join('');
    expect(Object.keys(providerRules).filter((code) => !all.includes(code))).toEqual([]);
  });

  it('has no diagnostics without the option', () => {
    const { diagnostics } = generateUncached({ cwd: root, include: ['described'] });
    expect(diagnostics).toEqual([]);
  });
});
