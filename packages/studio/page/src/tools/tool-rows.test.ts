import * as fc from 'fast-check';
import type { StudioTool } from '../../../src/protocol/requests.js';
import { marksOf } from './marks.js';
import { NO_FILE, toolRows } from './tool-rows.js';

const toolOf = (name: string, file?: string, more: Partial<StudioTool> = {}): StudioTool => ({
  spec: {
    name,
    description: '',
    parameters: { type: 'object', properties: {} },
    annotations: {},
    ...(file !== undefined && { source: { file, line: 1 } }),
  },
  examples: [],
  ...more,
});

// K1
it('groups tools by file, and lists those of closed groups not at all', () => {
  const tools = [toolOf('a', 'x.ts'), toolOf('b', 'y.ts'), toolOf('c', 'x.ts'), toolOf('agent')];
  const textOf = (closed: readonly string[]) =>
    toolRows(tools, new Set(closed)).map((row) =>
      row.kind === 'tool' ? row.tool.spec.name : `${row.isOpen ? '-' : '+'} ${row.title} ${row.count}`,
    );
  expect(textOf([])).toEqual(['- x.ts 2', 'a', 'c', '- y.ts 1', 'b', `- ${NO_FILE} 1`, 'agent']);
  expect(textOf(['x.ts', NO_FILE])).toEqual(['+ x.ts 2', '- y.ts 1', 'b', `+ ${NO_FILE} 1`]);
  expect(toolRows(tools.slice(0, 1), new Set(['x.ts']))).toMatchObject([{ kind: 'tool' }]);
});

it('lists each tool once while all groups are open', () => {
  const files = fc.option(fc.constantFrom('a.ts', 'b.ts', NO_FILE, '__proto__'), { nil: undefined });
  fc.assert(
    fc.property(fc.array(files), (given) => {
      const tools = given.map((file, index) => toolOf(`t${index}`, file));
      const listed = toolRows(tools, new Set()).flatMap((row) =>
        row.kind === 'tool' ? [row.tool.spec.name] : [],
      );
      expect(listed.toSorted()).toEqual(tools.map(({ spec }) => spec.name).toSorted());
    }),
  );
});

it('marks what a tool may do to the world', () => {
  const plain = toolOf('t');
  const spec = { ...plain.spec, annotations: { destructive: true, needsApproval: true, readOnly: false } };
  const effects = ['fs.write', 'net', 'clock'].map((effect) => ({ effect, path: [] }));
  expect(marksOf({ ...plain, spec, effects }).map(({ label }) => label)).toEqual([
    'destructive',
    'asks',
    'fs.write',
    'reaches beyond the program',
  ]);
  expect(marksOf(plain)).toEqual([]);
});
