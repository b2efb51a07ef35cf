import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const FOLDER = dirname(fileURLToPath(import.meta.url));

/** The lines of `source` with a compiler error. */
function errorLines(source: string, experimentalDecorators: boolean): number[] {
  const file = join(FOLDER, 'program-of-a-user.ts');
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: true,
    noEmit: true,
    types: [],
    experimentalDecorators,
    emitDecoratorMetadata: experimentalDecorators,
    lib: ['lib.es2022.d.ts', 'lib.decorators.d.ts', 'lib.decorators.legacy.d.ts'],
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (name) => name === file || fileExists(name);
  host.getSourceFile = (name, version) =>
    name === file ? ts.createSourceFile(name, source, version) : getSourceFile(name, version);
  const program = ts.createProgram([file], options, host);
  const user = program.getSourceFile(file);
  const found = [...program.getSemanticDiagnostics(user), ...program.getSyntacticDiagnostics(user)];
  const lines = found.map(({ start }) => user?.getLineAndCharacterOfPosition(start ?? 0).line ?? -1);
  return [...new Set(lines)].sort((a, b) => a - b);
}

const GOOD = `import { tool } from './tool.js';
export class Weather {
  readonly #unit = 'C';
  @tool forecast(city: string, days: 1 | 3 | 7 = 1): string { return city + days + this.#unit; }
  @tool() async later(): Promise<void> {}
  @tool({ name: 'n', readOnly: true, tags: ['a'] }) *stream(...xs: string[]): Generator<number, string> { yield 1; return xs.join(); }
  @tool static fixed<T>(value: T): T { return value; }
  @tool protected hidden(this: Weather, value?: { a: number } | null): number { return value?.a ?? 1; }
}
export abstract class Base<T> { @tool get1(value: T): T { return value; } }
export const add = tool((a: number, b = 1) => a + b);
export const sum: number = add(1) + tool({ name: 'x' }, (x: number) => x)(1);
`;

const BAD = `import { tool } from './tool.js';
export class Weather {
  @tool get now() { return 1; }
  @tool() get then() { return 1; }
  @tool set later(value: number) {}
  @tool field = 1;
  @tool({ name: 'x' }) other = 'a';
  @tool({ naem: 'x' }) method() {}
}
@tool class A {}
@tool() class B {}
@tool({ name: 'x' }) class C {}
tool(Weather);
`;

const UNREACHABLE = `import { tool } from './tool.js';
const key: unique symbol = Symbol('key');
export class Weather {
  @tool #secret() {}
  @tool [key]() {}
}
`;

describe.each([
  ['standard', false],
  ['legacy', true],
])('the types of tool under %s decorators', (_, legacy) => {
  it('accept methods and functions of every kind', () => {
    expect(errorLines(GOOD, legacy)).toEqual([]);
  });

  it('refuse getters, setters, fields and classes', () => {
    expect(errorLines(BAD, legacy)).toEqual([2, 3, 4, 5, 6, 7, 9, 10, 11, 12]);
  });

  it('refuse private methods', () => {
    expect(errorLines(UNREACHABLE, legacy)).toEqual([3, 4]);
  });
});
