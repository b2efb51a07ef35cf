import type { ToolSpec } from '@toolwright/contract';
import ts from 'typescript';
import { createCheck } from '../check/checker.js';
import { describeProblems } from '../check/describe-problems.js';
import { createPlanReader } from '../check/plan.js';
import { GLOBAL_TYPES } from './global-types.js';
import { printTools } from './print-tools.js';

const check = createCheck(ts, createPlanReader(ts));

/** A tool as a source passes it on that does not check what a server sends. */
function text(...specs: readonly object[]): string {
  const plain = {
    name: 't',
    description: '',
    parameters: { type: 'object', properties: {} },
    annotations: {},
  };
  return printTools(specs.map((spec) => ({ spec: { ...plain, ...spec } as ToolSpec, codecs: undefined })))
    .text;
}

function problems(code: string, declarations: string): string {
  const checked = check(code, declarations);
  if (!checked.ok) expect(checked.inDeclarations).toBeUndefined();
  return checked.ok ? '' : describeProblems(checked);
}

const object = (properties: object): object => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});
const define = (name: string, schema: object = object({ a: { type: 'string' } })): object => ({
  $ref: `#/$defs/${name.replaceAll('/', '~1')}`,
  $defs: { [name]: schema },
});

const keywords = [...Array(ts.SyntaxKind.LastKeyword - ts.SyntaxKind.FirstKeyword + 1).keys()].map((n) =>
  (ts.SyntaxKind[ts.SyntaxKind.FirstKeyword + n] ?? '').replace(/Keyword$/, '').toLowerCase(),
);

/** All names that are global in the library that programs are checked against. */
function globalNames(): { readonly types: readonly string[]; readonly all: readonly string[] } {
  const program = ts.createProgram({
    rootNames: ['none.d.ts'],
    options: { lib: ['lib.es2023.d.ts'], types: [] },
  });
  const statements = program.getSourceFiles().flatMap((file) => [...file.statements]);
  const named = statements.flatMap((one): readonly ts.Node[] =>
    ts.isVariableStatement(one) ? [...one.declarationList.declarations] : [one],
  );
  const nameOf = (one: ts.Node): string[] => {
    const name = ts.getNameOfDeclaration(one as ts.Declaration); // others have no name
    return name !== undefined && ts.isIdentifier(name) ? [name.text] : [];
  };
  const isType = (one: ts.Node): boolean =>
    ts.isInterfaceDeclaration(one) || ts.isTypeAliasDeclaration(one) || ts.isClassDeclaration(one);
  return {
    types: [...new Set(named.filter(isType).flatMap(nameOf))],
    all: [...new Set(named.flatMap(nameOf))],
  };
}

// J1
describe('names in declarations', () => {
  it('of types are never those of the library or of the program', () => {
    const { types } = globalNames();
    expect(types.length).toBeGreaterThan(150);
    expect(types.filter((name) => !GLOBAL_TYPES.includes(name))).toEqual([]);
  });

  it('may be any keyword, and any global name', () => {
    const { all } = globalNames();
    expect(keywords).toEqual(
      expect.arrayContaining(['readonly', 'unique', 'keyof', 'infer', 'asserts', 'is']),
    );
    const names = [
      ...new Set([
        ...keywords,
        ...all,
        'globalThis',
        'tools',
        'console',
        'store',
        'program',
        'ToolError',
        'URL',
      ]),
    ];
    const declared = text(
      ...names.map((name) => ({
        name,
        parameters: object({ [name]: { type: 'number' }, rest: { type: 'string' } }),
        output: {
          type: 'array',
          items: { $ref: `#/$defs/${name}` },
          $defs: { [name]: object({ [name]: { type: 'string' } }) },
        },
      })),
    );
    const call = (name: string, value: string): string =>
      `{ const text: string | undefined = (await tools.${name}({ ${name}: ${value}, rest: '' }))[0]?.${name}; }`;
    expect(problems(names.map((name) => call(name, '1')).join('\n'), declared)).toBe('');
    for (const name of ['new', 'get', 'constructor', 'readonly'])
      expect(problems(call(name, "''"), declared)).toContain("not assignable to type 'number'");
    expect(problems(names.map((name) => `await tools.${name}();`).join('\n'), declared)).toContain(
      `and ${names.length - 8} more errors`,
    );
  });

  it.each([
    '__proto__',
    'prototype',
    'a b',
    '"',
    "'",
    '\\',
    '\u2028',
    '\u200b',
    '*/',
    '[key: string]',
    '```',
  ])('may be %j', (name) => {
    const key = JSON.stringify(name);
    const declared = text({
      name,
      parameters: object(JSON.parse(`{${key}: {"type":"number"}}`)),
      output: define(name),
    });
    expect(problems(`const r: string = (await tools[${key}]({ [${key}]: 1 })).a;`, declared)).toBe('');
    expect(problems(`return (await tools[${key}]({ [${key}]: '' })).b;`, declared)).not.toBe('');
  });
});

// J1
describe('schemas that are none', () => {
  it.each([
    ['type', { type: 'any' }],
    ['type that forges a tool', { type: 'string>; safe(args: { forged: 1 }): Promise<string' }],
    ['type that opens a comment', { type: 'string /*' }],
    ['type that is an object', { type: {} }],
    ['type in a list', { type: [5, null, 'any'] }],
    ['reference', { $ref: 5 }],
    ['reference to a member', { $ref: '#/properties/A', $defs: { A: { type: 'string' } } }],
    ['enum', { enum: 'abc' }],
    ['const', { const: { a: 1 } }],
    ['anyOf', { anyOf: {} }],
    ['allOf', { allOf: 5 }],
    ['schema that is a list', [{ type: 'string' }]],
    ['schema that is a text', 'string'],
    ['definitions', { $ref: '#/$defs/A', $defs: 5 }],
  ])('are unknown: %s', (_, output) => {
    const declared = text(
      { output: object({ n: output }) },
      { name: 'other', parameters: object({ n: { type: 'number' } }) },
    );
    expect(declared).toContain(' n:unknown\n');
    expect(problems('return (await tools.t()).n.not;', declared)).toContain("is of type 'unknown'");
    expect(problems("await tools.other({ n: '' });", declared)).toContain("not assignable to type 'number'");
    expect(problems('await tools.safe({ forged: 1 });', declared)).toContain("'safe' does not exist");
  });

  it('are objects of which nothing is known if the members are none', () => {
    const declared = text({
      parameters: { type: 'object', properties: null, required: 5 },
      output: object({ a: { type: 'object', properties: [] } }),
    });
    expect(declared).toContain('t:Tool<void | Record<string, unknown>');
    expect(problems('return (await tools.t({ a: 1 })).a.b;', declared)).toBe('');
    expect(text({ parameters: null, description: 5 })).toContain('t:Tool<void | Record<string, unknown>>');
  });

  it('declare members that are only required, and no description that is no text', () => {
    const parameters = {
      type: 'object',
      properties: { a: { type: 'string', description: {} } },
      required: ['a', 'b', 5],
    };
    expect(text({ parameters })).toContain('{\n a:string\n b:unknown\n}');
  });

  it('have values of other types than JSON', () => {
    const declared = text({
      output: { enum: ['a\u2028b', '`\u{e0041}', '*/', Number.NaN, -1, 10n, undefined] },
    });
    expect(declared).toContain('t:Tool<void | Record<string, unknown>>\n');
    expect(text({ output: { enum: ['a\u2028b', '`\u{e0041}', Number.NaN, -1] } })).toContain(
      ', "a\\u2028b" | "`\\udb40\\udc41" | number | -1>',
    );
    expect(text({ parameters: object({ a: { default: 10n, minimum: 1 } }) })).toContain(
      '(default unknown, minimum 1)',
    );
  });

  it('are unknown below a depth that compilers can read', () => {
    const nested = (wrap: (inner: object) => object): object => {
      let schema: object = { type: 'string' };
      for (let level = 0; level < 5_000; level += 1) schema = wrap(schema);
      return schema;
    };
    for (const output of [
      nested((items) => ({ type: 'array', items })),
      nested((a) => object({ a })),
      nested((one) => ({ anyOf: [one, { type: 'null' }] })),
      nested((one) => ({ allOf: [one, object({})] })),
      nested((additionalProperties) => ({ type: 'object', additionalProperties })),
    ]) {
      const declared = text({
        output,
        parameters: object({ a: { type: 'number', default: nested((a) => [a]) } }),
      });
      expect(declared).toContain('unknown /* nested more than 64 levels deep */');
      expect(problems("await tools.t({ a: '' });", declared)).toContain("not assignable to type 'number'");
    }
  });
});

// J1
describe('comments in declarations', () => {
  it('hold nothing that nobody sees, and do not end where a joined sign would end them', () => {
    const description =
      'a\u061cb\u200bc\u{e0041}d *\u200b/ declare const evil: any; /*\u2060\ufeff\u00ad\u00a0e';
    const declared = text({ description, parameters: object({ a: { description } }) });
    expect(declared).not.toMatch(/(?!\n)\p{Cc}|\p{Cf}|\p{Default_Ignorable_Code_Point}|(?! )\p{Z}/u);
    expect(declared).toContain('// abcd */ declare');
    expect(problems('return evil;', declared)).toContain("Cannot find name 'evil'");
  });

  it('hide no error of the next line', () => {
    const declared = text({ parameters: object({ a: { description: '@ts-ignore' } }) });
    expect(declared).not.toContain('@ts-ignore');
  });
});
