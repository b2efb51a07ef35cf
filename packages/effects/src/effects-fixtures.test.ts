import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { effectRules, formatDiagnostics } from '@toolwright/program/diagnostics';
import { sharedFiles } from '../../program/src/testing/shared-files.js';
import { analyseProject } from './analyse-project.js';
import type { ToolEffects } from './effect.js';
import { printEffects } from './print/print-effects.js';
import { printFlows } from './print/print-flows.js';

const root = fileURLToPath(new URL('../fixtures', import.meta.url));
const shared = sharedFiles('bodies');
const cases = readdirSync(root, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

/** The effects that the comment above a tool promises: `Effects: fs.read, net`, or `Effects: none`. */
function promised({ file, line }: ToolEffects, dir: string): string[] {
  const above = readFileSync(path.join(dir, file), 'utf8').split('\n').slice(0, line);
  const comment = above.reverse().find((text) => text.includes('Effects: '));
  const list = /Effects: ([a-z., ]+?) *(?:\*|$)/.exec(comment ?? '')?.[1] ?? '';
  return list === 'none' ? [] : list.split(', ').sort();
}

// G1, G2
describe('the effects of tools', () => {
  const reported = new Set<string>();

  // UPDATE_FIXTURES=1 writes the current reports: read the diff before you commit it. What the comments promise is written by hand.
  it.each(cases)('%s', (name) => {
    const dir = path.join(root, name);
    const { tools, flows, diagnostics } = analyseProject({ cwd: dir, flows: name === 'flows' }, shared);
    const found = tools.map((tool) => [
      tool.name,
      [...new Set(tool.effects.map(({ effect }) => effect))].sort(),
    ]);
    expect(found).toEqual(tools.map((tool) => [tool.name, promised(tool, dir)]));
    expect(tools.length).toBeGreaterThan(0);
    const shown = [printEffects(tools), ...(flows === undefined ? [] : [printFlows(flows)])].join('\n\n');
    const text = `${shown}\n\n${formatDiagnostics(diagnostics, { projectDir: dir, cwd: dir })}`;
    const report = `${text.trim()}\n`;
    const file = path.join(dir, 'report.txt');
    if (process.env.UPDATE_FIXTURES === '1') writeFileSync(file, report);
    expect(report).toBe(existsSync(file) ? readFileSync(file, 'utf8') : undefined);
    for (const { code } of diagnostics) reported.add(code);
  });

  it('have fixtures for every code', () => {
    expect(Object.keys(effectRules).filter((code) => !reported.has(code))).toEqual([]);
  });
});
