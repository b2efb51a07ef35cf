import { createScratchProject } from '../../program/src/testing/scratch-project.test.support.js';
import { sharedFiles } from '../../program/src/testing/shared-files.js';
import { analyseProject } from './analyse-project.js';

const HEAD = "import { tool } from 'toolwright';\n";

function analyse(text: string) {
  return analyseProject(
    { cwd: createScratchProject({ 'src/tools.ts': HEAD + text }).dir },
    sharedFiles('bodies'),
  );
}

it('follows ten thousand functions that call each other, in circles as well', () => {
  const functions = Array.from(
    { length: 10_000 },
    (_, index) => `function f${index}(): unknown { return f${(index + 1) % 10_000}() ?? g(); }\n`,
  ).join('');
  const text = `${functions}function g(): number { return Date.now(); }\n/** Run. */\nexport const run = tool((): unknown => f0());\n`;
  const [tool] = analyse(text).tools;
  expect(tool?.effects).toEqual([
    {
      effect: 'time',
      path: [expect.anything(), expect.anything(), expect.objectContaining({ text: 'Date.now()' })],
    },
  ]);
});

it('shows both ends of a long way, and how many calls lie between', () => {
  const functions = Array.from(
    { length: 2_000 },
    (_, index) =>
      `function f${index}(): number { return ${index === 1_999 ? 'Date.now()' : `f${index + 1}()`}; }\n`,
  ).join('');
  const [tool] = analyse(`${functions}/** Run. */\nexport const run = tool((): number => f0());\n`).tools;
  const [found] = tool?.effects ?? [];
  expect(found?.path.map(({ text }) => text)).toEqual([
    ...Array.from({ length: 10 }, (_, index) => `f${index}()`),
    ...Array.from({ length: 9 }, (_, index) => `f${1_991 + index}()`),
    'Date.now()',
  ]);
  expect(found?.omitted).toBe(2_001 - 20);
});

it('says that code is nested too deeply for the compiler', () => {
  const text = `/** Run. */\nexport const run = tool((text: string): string => text${'.trim()'.repeat(20_000)});\n`;
  expect(() => analyse(text)).toThrow(expect.objectContaining({ code: 'INVALID_PROJECT' }));
});

it('reports each place that shows a secret, of however many', () => {
  const text = `import { reveal, type Secret } from 'toolwright';
declare const key: Secret<string>;
/** Run. */
export const run = tool((place: number): void => {
${'  if (place > 0) throw new Error(reveal(key));\n'.repeat(150)}});
`;
  const lines = analyse(text).diagnostics.flatMap(({ code, line }) => (code === 'TW6010' ? [line] : []));
  expect(lines).toHaveLength(150);
});
