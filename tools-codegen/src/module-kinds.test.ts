import path from 'node:path';
import type { JsonSchema } from '@toolwright/contract';
import {
  BASE_CONFIG,
  createScratchProject,
} from '../../packages/program/src/testing/scratch-project.test.support.js';
import { generateUncached } from './testing/generate-uncached.test.support.js';

/** A project's own path alias replaces those of the base. */
const TOOLWRIGHT = path.join(path.dirname(BASE_CONFIG), 'toolwright/index.ts');

/** Runs codegen for a project whose only tool takes a `Value`, and returns the schema of that value. */
function readValue(
  imports: string,
  files: Readonly<Record<string, string>>,
  compilerOptions: Readonly<Record<string, unknown>> = {},
): JsonSchema | undefined {
  const { dir } = createScratchProject({
    'tsconfig.json': JSON.stringify({ extends: BASE_CONFIG, compilerOptions, include: ['src'] }),
    'package.json': '{ "type": "module", "imports": { "#shapes": "./src/inner/shapes.ts" } }',
    'src/tools.ts': `import { tool } from 'toolwright';\n${imports}\n\n/** Takes it. */\nexport const take = tool((value: Value, again: boolean): void => {});\n`,
    ...files,
  });
  const { diagnostics, tools } = generateUncached({ cwd: dir });
  expect(diagnostics).toEqual([]);
  expect(tools.map(({ name }) => name)).toEqual(['take']);
  return tools[0]?.parameters.properties.value;
}

const SHAPES = 'export interface Value { size: number }\n';
const value: JsonSchema = {
  type: 'object',
  properties: { size: { type: 'number' } },
  required: ['size'],
  additionalProperties: false,
};

describe('types of a tool come from', () => {
  it.each([
    [
      'a path alias',
      '@shapes/shapes.js',
      { 'src/inner/shapes.ts': SHAPES },
      { paths: { '@shapes/*': ['./src/inner/*'], toolwright: [TOOLWRIGHT] } },
    ],
    ['an import of the package itself', '#shapes', { 'src/inner/shapes.ts': SHAPES }, {}],
    ['a .mts file', './shapes.mjs', { 'src/shapes.mts': SHAPES }, {}],
    ['a .cts file', './shapes.cjs', { 'src/shapes.cts': SHAPES }, {}],
    ['a declaration file', './shapes.js', { 'src/shapes.d.ts': SHAPES }, {}],
    [
      'a barrel of barrels',
      './index.js',
      {
        'src/index.ts': "export * from './inner/index.js';\n",
        'src/inner/index.ts': "export { type Shape as Value } from './shapes.js';\n",
        'src/inner/shapes.ts': 'export interface Shape { size: number }\n',
      },
      {},
    ],
    [
      'a package',
      'shapes',
      {
        'node_modules/shapes/package.json': '{ "name": "shapes", "version": "1.0.0", "types": "types.d.ts" }',
        'node_modules/shapes/types.d.ts': SHAPES,
      },
      {},
    ],
    [
      'a package with exports, under bundler resolution',
      'shapes/deep',
      {
        'node_modules/shapes/package.json':
          '{ "name": "shapes", "version": "1.0.0", "exports": { "./deep": { "types": "./deep.d.mts" } } }',
        'node_modules/shapes/deep.d.mts': SHAPES,
      },
      { module: 'esnext', moduleResolution: 'bundler' },
    ],
  ])('%s', (_name, specifier, files, options) => {
    expect(readValue(`import type { Value } from '${specifier}';`, files, options)).toEqual(value);
  });

  it('a JSON module', () => {
    const schema = readValue(
      "import settings from './settings.json' with { type: 'json' };\ntype Value = typeof settings;",
      { 'src/settings.json': '{ "size": 1, "names": ["a"], "inner": { "on": true } }' },
      { resolveJsonModule: true },
    );
    expect(schema).toEqual({
      type: 'object',
      properties: {
        size: { type: 'number' },
        names: { type: 'array', items: { type: 'string' } },
        inner: {
          type: 'object',
          properties: { on: { type: 'boolean' } },
          required: ['on'],
          additionalProperties: false,
        },
      },
      required: ['size', 'names', 'inner'],
      additionalProperties: false,
    });
  });

  it('declarations that are merged over several modules', () => {
    const schema = readValue("import type { Value } from './shapes.js';", {
      'src/shapes.ts': SHAPES,
      'src/more.ts':
        "import './shapes.js';\ndeclare module './shapes.js' {\n  interface Value { colour?: 'red' | 'blue' }\n}\n",
    });
    expect(schema).toEqual({
      ...value,
      properties: { ...value.properties, colour: { type: 'string', enum: ['red', 'blue'] } },
    });
  });

  it('a class, of which only the fields of instances are data', () => {
    const schema = readValue("import type { Value } from './shapes.js';", {
      'src/shapes.ts':
        'export class Value {\n  static count = 0;\n  static get area(): number {\n    return 1;\n  }\n  declare private readonly brand: void;\n  size = 1;\n}\n',
    });
    expect(schema).toEqual(value);
  });
});

describe('a manifest', () => {
  it.each([
    ['src/tools.mts', './tools.mjs'],
    ['src/tools.cts', './tools.cjs'],
    ['src/tools.tsx', './tools.js'],
  ])('imports the tools of %s from %s', (file, specifier) => {
    const { dir } = createScratchProject({
      'package.json': '{ "type": "module" }',
      [file]: `import { tool } from 'toolwright';\n\n/** Takes it. */\nexport const take = tool((text: string): void => {});\n`,
    });
    const { diagnostics, output } = generateUncached({ cwd: dir });
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(output).toContain(`import { take } from '${specifier}';`);
  });
});

describe('a type from a package', () => {
  const generateFor = (declarations: string) => {
    const { dir } = createScratchProject({
      'package.json': '{ "type": "module" }',
      'node_modules/queries/package.json': '{ "name": "queries", "version": "1.0.0", "types": "index.d.ts" }',
      'node_modules/queries/index.d.ts': declarations,
      'src/tools.ts': `import { tool } from 'toolwright';\nimport type { Query } from 'queries';\n\n/** Runs it. */\nexport const run = tool((query: Query): void => {});\n`,
    });
    return generateUncached({ cwd: dir });
  };

  it.each([
    ['interface Query extends Base { text: string }', 'has the type `Query`, which extends `Base`, which'],
    ['type Query = Record<Base, string>', 'needs the type `Base`, which'],
    ['type Query = { text: string; base: Base }', 'needs the type `Base`, which'],
    [
      "type Keys = Exclude<keyof Base, symbol>; type Query = { [Key in Keys | 'a']: string }",
      'needs the type `Base`, which',
    ],
  ])('is refused if it needs a package that is not installed: %s', (declaration, says) => {
    const { diagnostics } = generateFor(`import type { Base } from 'peer';\nexport ${declaration};\n`);
    expect(diagnostics).toMatchObject([{ code: 'TW2003', file: 'src/tools.ts', line: 5 }]);
    expect(diagnostics[0]?.message).toContain(says);
    expect(diagnostics[0]?.hint).toBe(
      '`queries/index.d.ts` uses it: install the package that declares it, or its types.',
    );
  });

  it.each([
    'interface Box<T> { text: string; map?(by: T): Box<T> }; export type Query = Box<Base>',
    'type If<T> = T extends string ? Base : { text: string }; export type Query = If<number>',
    "interface Full extends Base { text: string }; export type Query = Pick<Full, 'text'>",
    "class Full { text: string; private base: Base; find(): Base }; export type Query = Pick<Full, 'text'>",
  ])('is accepted if the missing package is not part of the data: %s', (declaration) => {
    const { diagnostics, output } = generateFor(
      `import type { Base } from 'peer';\nexport ${declaration};\n`,
    );
    // Only a function is left out, which is said.
    expect(diagnostics.filter(({ code }) => code !== 'TW2047')).toEqual([]);
    expect(output).toContain("properties: { text: { type: 'string' } }");
  });

  it('has the docs of comments on the line of a member', () => {
    const { output } = generateFor('export interface Query { /** Words. */ text: string }\n');
    expect(output).toContain("text: { type: 'string', description: 'Words.' }");
  });
});

describe('a diagnostic about a type from a package', () => {
  it('points at the tool that uses the type, because the package cannot be changed', () => {
    const { dir } = createScratchProject({
      'package.json': '{ "type": "module" }',
      'node_modules/visits/package.json': '{ "name": "visits", "version": "1.0.0", "types": "visits.d.ts" }',
      'node_modules/visits/visits.d.ts': 'export interface Visit {\n  at: RegExp | Date;\n  note: any;\n}\n',
      'src/tools.ts': `import { tool } from 'toolwright';\nimport type { Visit } from 'visits';\n\n/** Takes it. */\nexport const take = tool((first: boolean, visits: Visit[]): void => {});\n`,
    });
    const { diagnostics } = generateUncached({ cwd: dir });
    const place = { file: 'src/tools.ts', line: 5 };
    expect(diagnostics).toMatchObject([
      { code: 'TW2023', severity: 'warning', ...place, column: 43 },
      { code: 'TW2019', severity: 'error', ...place, column: 51 },
    ]);
  });

  it('warns of each `any` that the package wrote, wherever it stands, and refuses those of the author', () => {
    const { dir } = createScratchProject({
      'package.json': '{ "type": "module" }',
      'node_modules/bags/package.json': '{ "name": "bags", "version": "1.0.0", "types": "bags.d.ts" }',
      'node_modules/bags/bags.d.ts': `
        export type Json = any;
        export type Jsons = any[];
        export interface Box<T> { content: T; contents: T[] }
        export interface Bag {
          list: any[]; optional?: any[]; nested: any[][]; readonly: readonly any[]; pair: [any, string];
          record: Record<string, any>; index: { [key: string]: any }; alias: Json; aliases: Json[]; box: Box<any>;
          map: Map<string, any>; partial: Partial<{ inner: any }>;
        }`,
      'src/tools.ts': `
        import type { Bag, Box, Json, Jsons } from 'bags';
        /** @tool */ export function own(list: any[]): void {}
        /** @tool */ export function bag(bag: Bag): void {}
        /** @tool */ export function json(json: Json, jsons: Jsons, more: Json[]): void {}
        /** @tool */ export function record(record: Record<string, any>): void {}
        /** @tool */ export function box(box: Box<any>): void {}`,
    });
    const { diagnostics } = generateUncached({ cwd: dir });
    const found = diagnostics.filter(({ code }) => code === 'TW2002' || code === 'TW2023');
    expect(found.map(({ code, tool }) => `${code} ${tool}`)).toEqual([
      'TW2002 own',
      'TW2023 bag',
      'TW2023 json',
      'TW2023 json',
      'TW2023 json',
      'TW2002 record',
      'TW2002 box',
      'TW2002 box',
    ]);
  });

  it('is reported at each tool, also if the package declares the type by an index signature or an enum', () => {
    const { dir } = createScratchProject({
      'package.json': '{ "type": "module" }',
      'node_modules/hooks/package.json': '{ "name": "hooks", "version": "1.0.0", "types": "hooks.d.ts" }',
      'node_modules/hooks/hooks.d.ts':
        'export interface Hooks { [name: string]: () => void }\nexport declare enum Level { Low = Math.random() }\n',
      'src/tools.ts': `
        import type { Hooks, Level } from 'hooks';
        /** @tool */ export function one(value: Hooks): void {}
        /** @tool */ export function two(value: Hooks): void {}
        /** @tool */ export function three(value: Level): void {}
        /** @tool */ export function four(value: Level): void {}`,
    });
    const { diagnostics } = generateUncached({ cwd: dir });
    const errors = diagnostics.filter(({ severity }) => severity === 'error');
    expect(errors.map(({ tool, code, file }) => `${tool} ${code} ${file}`)).toEqual([
      'one TW2001 src/tools.ts',
      'two TW2001 src/tools.ts',
      'three TW2011 src/tools.ts',
      'four TW2011 src/tools.ts',
    ]);
  });
});
