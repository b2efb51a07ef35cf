import { removeScratch } from '../../cli.test.support.js';
import { codegen, createProject } from './codegen.test.support.js';
import { summarizeRepeats } from './summarize-repeats.js';

afterAll(removeScratch);

const service = (name: string, ...methods: string[]) => `import { tool } from 'toolwright';

export class ${name} {
${methods.map((method) => `  /** Does it. */\n  @tool ${method}(id: string): string { return id; }\n`).join('')}}
`;

describe('names of several tools', () => {
  it('print one summary, and every place with --verbose or for programs', async () => {
    const folder = createProject({
      'src/a.ts': service('Orders', 'update', 'find'),
      'src/b.ts': service('Users', 'update', 'find'),
      'src/c.ts': service('Bills', 'update'),
    });
    const { code, stderr } = await codegen(folder);
    expect(code).toBe(0);
    expect(stderr).toBe(
      'info TW1022: 2 names are used by several tools: `update` (3 tools), `find` (2 tools).\n' +
        '  fix: Register them in different registries, or with `registerFrom(object, { prefix })`. --verbose lists the locations.\n' +
        '\n1 informational.\n',
    );
    const verbose = await codegen(folder, '--verbose');
    expect(verbose.stderr.match(/info TW1022: There is another tool/g)).toHaveLength(3);
    const { diagnostics } = JSON.parse((await codegen(folder, '--format', 'json')).stdout);
    expect(diagnostics).toHaveLength(3);
    const sarif = JSON.parse((await codegen(folder, '--format', 'sarif')).stdout);
    expect(sarif.runs[0].results).toHaveLength(3);
  });

  it('print the place if only one is repeated', async () => {
    const folder = createProject({
      'src/a.ts': service('Orders', 'find'),
      'src/b.ts': service('Users', 'find'),
    });
    expect((await codegen(folder)).stderr).toMatch(
      /^src\/b\.ts:5:9 - info TW1022: There is another tool `find` at src\/a\.ts:5\./,
    );
  });
});

it('prints one summary of the unions in which built-in objects arrive as text', () => {
  const at = (line: number) =>
    ({ code: 'TW2046', severity: 'info', message: 'a', hint: 'Fix.', file: 'src/a.ts', line }) as const;
  expect(summarizeRepeats([at(1), at(2)])).toEqual([
    {
      code: 'TW2046',
      severity: 'info',
      message: 'Built-in objects arrive as text in 2 unions that also allow their JSON.',
      hint: 'Fix. --verbose lists the locations.',
    },
  ]);
  expect(summarizeRepeats([at(1)])).toEqual([at(1)]);
});

describe('warnings of one cause', () => {
  const any = (name: string) =>
    ({
      code: 'TW2002',
      severity: 'warning',
      message: `\`${name}\` is \`any\`.`,
      hint: 'Fix.',
      file: 'a.ts',
    }) as const;

  it('are one line with a count and names, at the place of the first', () => {
    const names = ['A.a', 'A.b', 'A.c', 'A.d', 'A.e', 'A.f', 'A.g'];
    expect(summarizeRepeats(names.map(any))).toEqual([
      {
        ...any('A.a'),
        message:
          '`A.a` is `any`. The same applies to 6 others: `A.b`, `A.c`, `A.d`, `A.e`, `A.f` and 1 more.',
        hint: 'Fix. --verbose lists the locations.',
      },
    ]);
    expect(summarizeRepeats([any('A.a'), any('A.b'), any('A.c')])[0]?.message).toBe(
      '`A.a` is `any`. The same applies to 2 others: `A.b`, `A.c`.',
    );
  });

  it('stay apart where there are few, the causes differ, or they are errors', () => {
    const few = [any('A.a'), any('A.b'), { ...any('A.c'), message: '`A.c` is odd.' }];
    expect(summarizeRepeats(few)).toEqual(few);
    const errors = ['A.a', 'A.b', 'A.c'].map((name) => ({ ...any(name), severity: 'error' as const }));
    expect(summarizeRepeats(errors)).toEqual(errors);
  });

  it('are folded in the report, and listed with --verbose', async () => {
    const folder = createProject({
      'src/a.ts': `import { tool } from 'toolwright';
export interface Issue { fields: Record<string, any>; custom: any; links: any[] }
export class Issues {
  /** Get. */ @tool get(id: string): Issue { return { fields: {}, custom: id, links: [] }; }
}
`,
    });
    expect((await codegen(folder)).stderr.match(/warning TW2002/g)).toHaveLength(1);
    expect((await codegen(folder, '--verbose')).stderr.match(/warning TW2002/g)).toHaveLength(3);
  });
});
