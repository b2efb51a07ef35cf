import { dropBodies, droppedMentions, typescript } from '@toolwright/program/compiler';
import { createScratchProject } from '../../../packages/program/src/testing/scratch-project.test.support.js';
import { generateUncached } from '../testing/generate-uncached.test.support.js';

/** The text of a module with its empty bodies printed. */
function trimmed(text: string, file = 'src/a.ts'): string {
  const source = typescript.createSourceFile(file, text, typescript.ScriptTarget.Latest);
  dropBodies(source);
  return typescript.createPrinter().printFile(source).replaceAll(/\s+/g, ' ').trim();
}

describe('dropBodies', () => {
  it.each([
    ['of functions', 'function f(): number { return 1; }', 'function f(): number { }'],
    ['of methods', 'class A { m(): void { work(); } }', 'class A { m(): void { } }'],
    ['of getters', 'class A { get m(): number { return 1; } }', 'class A { get m(): number { } }'],
  ])('empties bodies %s if they state their return type', (_name, text, left) => {
    expect(trimmed(text)).toBe(left);
  });

  it.each([
    ['types are inferred from', 'function f() { return 1; }'],
    ['properties are inferred from', 'class A { x; constructor() { this.x = 1; } }'],
    ['may hold a tool', 'function f(): void { tool(() => 1); }'],
    ['may hold a decorator', 'function f(): void { @mark class A { } }'],
    ['may hold a tool in other letters', 'function f(): void { t\\u006fol(() => 1); }'],
    ['may bring a file into the program', "function f(): void { import('./b.js'); }"],
    ['may assign to a variable of the module', 'let [a] = [1]; function f(): void { a = 2; }'],
    [
      'may call a tool by another name',
      "import { tool as t } from 'toolwright'; function f(): void { t(1); }",
    ],
  ])('keeps bodies that %s', (_name, text) => {
    expect(trimmed(text)).toBe(
      typescript
        .createPrinter()
        .printFile(typescript.createSourceFile('a.ts', text, typescript.ScriptTarget.Latest))
        .replaceAll(/\s+/g, ' ')
        .trim(),
    );
  });

  it('does not change JavaScript', () => {
    const text = 'class A { /** @type {number} */ get m() { return 1; } }';
    expect(trimmed(text, 'src/a.js')).toContain('return 1');
  });

  it('keeps the position of every node', () => {
    const text = 'export class A {\n  m(): void { work(); }\n  n(): number { return 1; }\n}\n';
    const places = (trim: boolean): string[] => {
      const source = typescript.createSourceFile('a.ts', text, typescript.ScriptTarget.Latest);
      if (trim) dropBodies(source);
      const [node] = source.statements;
      if (node === undefined || !typescript.isClassDeclaration(node)) throw new Error('no class');
      return node.members.flatMap((member) => {
        const body = typescript.isMethodDeclaration(member) ? member.body : undefined;
        return [member, body, body?.statements].map((range) => `${range?.pos}-${range?.end}`);
      });
    };
    expect(places(true)).toEqual(places(false));
  });
});

describe('droppedMentions', () => {
  const asked = (text: string, ...names: string[]): boolean => {
    const source = typescript.createSourceFile('a.ts', text, typescript.ScriptTarget.Latest);
    dropBodies(source);
    return droppedMentions(source, names);
  };

  it('finds a name only in emptied bodies', () => {
    expect(asked('function f(): void { mark(1); }', 'other', 'mark')).toBe(true);
    expect(asked('class A { m(): void { a.$mark(1); } }', '$mark')).toBe(true);
    expect(asked('function f(): void { marks(1); }', 'mark')).toBe(false);
    expect(asked('mark(1); function f(): void { work(); }', 'mark')).toBe(false);
    expect(asked('function f() { mark(1); }', 'mark')).toBe(false);
    expect(asked("function f(): void { mark('@'); }", 'mark')).toBe(false);
  });

  it('does not search for a name that prevents emptying', () => {
    expect(asked('function f(): void { /* nothing */ }', 'tool', 'toolkit')).toBe(false);
  });
});

describe('a project with emptied bodies', () => {
  const inBody = (body: string) => `import { tool } from 'toolwright';
export async function load(): Promise<void> { ${body} }
`;

  it('still reads the files that a body imports', () => {
    const { dir } = createScratchProject({
      'tsconfig.json': JSON.stringify({
        compilerOptions: { module: 'nodenext', target: 'es2022', types: [], strict: true },
        files: ['src/main.ts'],
      }),
      'node_modules/toolwright/package.json':
        '{ "name": "toolwright", "type": "module", "types": "./index.d.ts" }',
      'node_modules/toolwright/index.d.ts': 'export declare function tool<F>(fn: F): F;',
      'package.json': '{ "type": "module" }',
      'src/main.ts': "export async function load(): Promise<void> { await import('./later.js'); }\n",
      'src/later.ts':
        "import { tool } from 'toolwright';\nexport const later = tool((n: number): number => n);\n",
    });
    const { tools, ok } = generateUncached({ cwd: dir });
    expect({ ok, names: tools.map(({ name }) => name) }).toEqual({ ok: true, names: ['later'] });
  });

  it('still knows that a function assigns to a variable', () => {
    const { dir } = createScratchProject({
      'src/unit.ts': `import { tool } from 'toolwright';
let unit: 'metres' | 'feet' = 'metres';
export function setUnit(to: 'metres' | 'feet'): void { unit = to; }
export const getUnit = tool(() => unit);
`,
    });
    const { output } = generateUncached({ cwd: dir });
    expect(output).toContain("output: { type: 'string', enum: ['feet', 'metres'] }");
  });

  it('still reports a tool within a function', () => {
    const { dir } = createScratchProject({
      'src/a.ts': inBody('const hidden = tool((n: number): number => n); hidden(1);'),
    });
    const { diagnostics } = generateUncached({ cwd: dir });
    expect(diagnostics.map(({ severity, line }) => ({ severity, line }))).toEqual([
      { severity: 'error', line: 2 },
    ]);
  });
});
