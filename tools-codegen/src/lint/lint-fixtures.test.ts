import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { DIRECTORIES } from '@toolwright/lint';
import { formatDiagnostics, lintRules } from '@toolwright/program/diagnostics';
import { sharedFiles } from '../../../packages/program/src/testing/shared-files.js';
import { type LintRun, lintProject } from './lint.js';

const root = fileURLToPath(new URL('../../fixtures/lint', import.meta.url));
const cases = readdirSync(root, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== 'toolwright')
  .map(({ name }) => name);

/** The first line of a case may set a budget or name directories. A word counts as a token here. */
function run(name: string): LintRun {
  const [line = ''] = readFileSync(path.join(root, name, 'input.ts'), 'utf8').split('\n');
  const [, registry, tool] = /^\/\/ --budget (\d+) --tool-budget (\d+)/.exec(line) ?? [];
  const budget = registry === undefined ? {} : { registry: Number(registry), tool: Number(tool) };
  const directories = DIRECTORIES.filter((directory) =>
    /^\/\/ --directory (.*)/.exec(line)?.[1]?.split(' ').includes(directory),
  );
  const countTokens = (text: string): number => text.match(/\w+/g)?.length ?? 0;
  return lintProject(
    { cwd: root, include: [name], providers: ['openai', 'anthropic'], countTokens, budget, directories },
    sharedFiles('types').parsedLib,
  );
}

// G5
describe('lint', () => {
  const reported = new Set<string>();

  it.each(cases)('%s', (name) => {
    const { diagnostics, projectDir } = run(name);
    const printed = `${formatDiagnostics(diagnostics, { projectDir, cwd: projectDir })}\n`;
    const file = path.join(root, name, 'diagnostic.txt');
    if (process.env.UPDATE_FIXTURES === '1') writeFileSync(file, printed);
    expect(printed).toBe(existsSync(file) ? readFileSync(file, 'utf8') : undefined);
    for (const { code } of diagnostics) reported.add(code);
  });

  it('has a fixture for each of its codes', () => {
    expect(Object.keys(lintRules).filter((code) => !reported.has(code))).toEqual([]);
  });
});
