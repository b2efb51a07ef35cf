import { getTool, nameTools, type ProjectTool } from './tool-names.js';

function tool(name: string, qualifiedName: string, file: string): ProjectTool {
  const parameters = { type: 'object', properties: {} } as const;
  return {
    qualifiedName,
    spec: { name, description: '', parameters, annotations: {}, source: { file, line: 1 } },
  };
}

const tools = [
  tool('delete_all', 'Files.deleteAll', 'a.ts'),
  tool('search', 'Files.search', 'a.ts'),
  tool('search', 'Files.search', 'b.ts'),
  tool('search', 'Web.search', 'b.ts'),
  tool('search', 'search', 'c.ts'),
];

describe('nameTools', () => {
  it('uses the shortest unique names', () => {
    expect(nameTools(tools).map(({ name }) => name)).toEqual([
      'delete_all',
      'a.ts#Files.search',
      'b.ts#Files.search',
      'Web.search',
      'c.ts#search',
    ]);
  });

  it('finds each tool by the name it prints', () => {
    for (const { name, spec } of nameTools(tools)) expect(getTool(name, tools)).toBe(spec);
  });
});

describe('getTool', () => {
  it('accepts a longer name than necessary', () => {
    expect(getTool('Files.deleteAll', tools)).toBe(tools[0]?.spec);
    expect(getTool('a.ts#Files.deleteAll', tools)).toBe(tools[0]?.spec);
  });

  it('lists the tools that share a name', () => {
    expect(() => getTool('Files.search', tools)).toThrow(
      expect.objectContaining({
        code: 'UNKNOWN_TOOL',
        message: "Several tools are named 'Files.search'.",
        hint: 'Use one of: a.ts#Files.search, b.ts#Files.search.',
      }),
    );
  });
});
