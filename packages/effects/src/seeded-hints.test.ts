import { createScratchProject } from '../../program/src/testing/scratch-project.test.support.js';
import { sharedFiles } from '../../program/src/testing/shared-files.js';
import { analyseProject } from './analyse-project.js';
import { type SeededTool, seededTools } from './testing/seeded-tools.test.support.js';

const shared = sharedFiles('bodies');
const BASE = new URL('../fixtures/base.json', import.meta.url).pathname;

/** The findings about hints of each tool, by its name. */
function check(tools: readonly SeededTool[]): Readonly<Record<string, string>> {
  const { dir } = createScratchProject({
    'tsconfig.json': JSON.stringify({ extends: BASE, include: ['src'] }),
    'src/services.ts': seededTools.services,
    'src/tools.ts': seededTools.program(tools),
  });
  const { tools: found, diagnostics } = analyseProject({ cwd: dir }, shared);
  expect(found).toHaveLength(tools.length);
  return Object.fromEntries(diagnostics.map(({ code, tool = '' }) => [tool, code]));
}

// G2
describe('a project of 40 tools', () => {
  it('has each wrong hint found', () => {
    const { wrong } = seededTools;
    expect(wrong).toHaveLength(40);
    expect(check(wrong)).toEqual(Object.fromEntries(wrong.map(({ name, code }) => [name, code])));
  });

  it('has no right hint contradicted', () => {
    const { right } = seededTools;
    expect(right).toHaveLength(40);
    expect(check(right)).toEqual({});
  });

  it('has exactly the wrong ones found where they stand among right ones', () => {
    const { wrong, right } = seededTools;
    const mixed = wrong.flatMap((one, index) => [one, right[index] ?? one]);
    expect(check(mixed)).toEqual(Object.fromEntries(wrong.map(({ name, code }) => [name, code])));
  });
});
