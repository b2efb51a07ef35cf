import { ts } from 'ts-morph';
import { growth } from '../../../../scripts/growth.mjs';
import type { Compiler } from '../compiler/compiler.js';
import { createTypeProgram } from '../testing/type-program.test.fixture.js';
import { findJSDocs } from './js-docs.js';
import { readDocs, readFunctionDocs, readSymbolDocs } from './jsdoc.js';

/** The statements of a file, and the compiler that has read it. */
function read(text: string): { compiler: Compiler; statements: readonly ts.Statement[] } {
  const compiler = createTypeProgram([], { '/virtual/input.ts': text });
  const statements = compiler.program.getSourceFile('/virtual/input.ts')?.statements;
  if (statements === undefined) throw new Error('No file.');
  return { compiler, statements };
}

function functionDocs(text: string, names: readonly string[] = []) {
  const { compiler, statements } = read(text);
  const [statement] = statements;
  if (statement === undefined) throw new Error('No statement.');
  const node = ts.isVariableStatement(statement) ? statement.declarationList.declarations[0] : statement;
  return readFunctionDocs(compiler, node ?? statement, (name) => names.includes(name));
}

const plainTags = (tags: readonly { name: string; text: string }[] | undefined) =>
  tags?.map(({ name, text }) => [name, text]);

describe('readFunctionDocs', () => {
  it('leaves `@tool` and `@schema` in a sentence in its text', () => {
    const docs = functionDocs(`
      /**
       * Helper used by @tool methods; deletes all.
       * @param path Of a type, see @schema, or {@link forecast}.
       * @returns what @tool
       * returns
       */
      export function forecast(path: string) {}`);
    expect(docs.description).toBe('Helper used by @tool methods; deletes all.');
    expect(docs.parameters.get('path')?.description).toBe('Of a type, see @schema, or forecast.');
    expect(docs.returns).toBe('what @tool\nreturns');
  });

  it('separates the documentation of the function from that of its parameters', () => {
    const docs = functionDocs(`
      /**
       * Forecast for a city.
       *
       * In degrees.
       * @param city - City name
       * @arg days Days ahead
       * @param options.unit Unit
       * @returns - the forecast
       * @minimum days 1
       * @default options.unit celsius
       * @deprecated use weather
       */
      export function forecast(city: string, days: number, options: { unit: string }) {}
    `);
    expect(docs).toMatchObject({
      description: 'Forecast for a city.\n\nIn degrees.',
      deprecated: true,
      returns: 'the forecast',
    });
    expect(docs.parameters.get('city')).toEqual({ description: 'City name', tags: [] });
    expect(docs.parameters.get('days')?.description).toBe('Days ahead');
    expect(plainTags(docs.parameters.get('days')?.tags)).toEqual([['minimum', '1']]);
    expect(docs.parameters.get('options.unit')?.description).toBe('Unit');
    expect(plainTags(docs.parameters.get('options.unit')?.tags)).toEqual([['default', 'celsius']]);
    expect(docs.tags).toEqual([]);
  });

  it('applies a tag to a parameter that no @param mentions', () => {
    const text = '/** @integer days */ export function f(days: number) {}';
    expect(plainTags(functionDocs(text, ['days']).parameters.get('days')?.tags)).toEqual([['integer', '']]);
    expect(functionDocs(text).parameters.size).toBe(0);
  });

  it('reads the comment of a variable that holds a function', () => {
    const docs = functionDocs('/** Adds. @param a One */ export const add = wrap((a: number) => a);');
    expect(docs.description).toBe('Adds.');
    expect(docs.parameters.get('a')?.description).toBe('One');
  });

  it('hides and titles parameters', () => {
    const docs = functionDocs(
      '/**\n * @hidden a\n * @title a The A\n * @deprecated a\n */\nexport function f(a: string) {}',
      ['a'],
    );
    expect(docs.parameters.get('a')).toEqual({ hidden: true, title: 'The A', deprecated: true, tags: [] });
    expect(docs.hidden).toBeUndefined();
  });

  it('marks parameters as write-only', () => {
    const text = '/** @writeOnly pin */ export function f(pin: string) {}';
    expect(plainTags(functionDocs(text, ['pin']).parameters.get('pin')?.tags)).toEqual([['writeOnly', '']]);
  });

  it('returns nothing for a function without a comment', () => {
    expect(functionDocs('export function f(a: string) {}')).toEqual({ tags: [], parameters: new Map() });
  });
});

describe('readDocs', () => {
  it('reads links as their text', () => {
    const { compiler, statements } = read(
      '/** See {@link A}, {@link A the type}, {@linkcode A|it}, {@link https://x.org/a?b=c} and {@link https://x.org text}. */\nexport type A = string;',
    );
    const [statement] = statements;
    expect(statement && readDocs(compiler, statement).description).toBe(
      'See A, the type, it, https://x.org/a?b=c and text.',
    );
  });

  it('keeps special characters of a pattern', () => {
    const { compiler, statements } = read('/** @pattern ^[^@{}*]+@\\d{2,3}\\/$ */\nexport type A = string;');
    const [statement] = statements;
    expect(plainTags(statement && readDocs(compiler, statement).tags)).toEqual([
      ['pattern', '^[^@{}*]+@\\d{2,3}\\/$'],
    ]);
  });

  it('uses the nearest of several comments', () => {
    const { compiler, statements } = read('/** One. */\n/** Two. @format email */\nexport type A = string;');
    const [statement] = statements;
    expect(statement && readDocs(compiler, statement).description).toBe('Two.');
  });
});

describe('readSymbolDocs', () => {
  it('ignores the standard library', () => {
    const { compiler } = read('export type A = Partial<{ a: string }>;');
    const [symbol] = compiler.checker
      .getSymbolsInScope(compiler.program.getSourceFiles()[0] ?? fail(), ts.SymbolFlags.TypeAlias)
      .filter(({ name }) => name === 'Partial');
    expect(symbol && readSymbolDocs(compiler, symbol)).toEqual({ tags: [] });
  });
});

function fail(): never {
  throw new Error('No source file.');
}

describe('a JSDoc comment that does not start a line', () => {
  function memberDocs(text: string): readonly (string | undefined)[] {
    const { compiler, statements } = read(text);
    const [statement] = statements;
    if (statement === undefined || !ts.isInterfaceDeclaration(statement)) throw new Error('No interface.');
    return statement.members.map((member) => readDocs(compiler, member).description);
  }

  it.each(['\n', '\r\n', '\u2028'])('belongs to the member on its line, with line breaks of %j', (end) => {
    const text = `interface A { /** a */ a: 1; /** b */ b: 2; /** of c? */${end}c: 3; /** of d? */${end}/** d */ d: 4 /** of nothing */ }`;
    expect(memberDocs(text)).toEqual(['a', 'b', undefined, 'd']);
  });

  it('belongs to nothing else before or after it', () => {
    const text =
      'interface A { a: /** no */ 1; readonly /** no */ b: 2; /* no */ c: 3; /**/ d: 4; /***/ e: 5; // /** no */\nf: 6 }';
    expect(memberDocs(text)).toEqual(Array(6).fill(undefined));
  });

  it('is the last of several', () => {
    expect(memberDocs('interface A { /** far */ /** near */ /* no */ a: 1 }')).toEqual(['near']);
  });
});

// A4
describe('many comments in one line', () => {
  const members = (amount: number): readonly ts.Node[] => {
    const text = Array.from(
      { length: amount },
      (_, index) => `/** Member number ${index} of it. */ m${index}?: string;`,
    );
    const { statements } = read(`/** The tool. @tool */ interface I { ${text.join(' ')} }`);
    const [statement] = statements;
    if (statement === undefined || !ts.isInterfaceDeclaration(statement)) throw new Error('No interface.');
    return statement.members;
  };

  it('are read in linear time', async () => {
    const bySize = new Map<number, readonly ts.Node[]>();
    const compiler = createTypeProgram([], {});
    const run = (size: number) => {
      const nodes = bySize.get(size) ?? members(size);
      bySize.set(size, nodes);
      return nodes.map((member) => readDocs(compiler, member));
    };
    expect(await growth(run, [2_000, 8_000, 32_000])).toBe('linear');
  });

  it('keep their places in the file', () => {
    const compiler = createTypeProgram([], {});
    const member = members(100).at(-1);
    if (member === undefined) throw new Error('No member.');
    const [comment] = findJSDocs(compiler, member);
    expect(comment?.getText()).toBe('/** Member number 99 of it. */');
    expect(readDocs(compiler, member).description).toBe('Member number 99 of it.');
  });
});
