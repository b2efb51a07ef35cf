import { mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { isToolwrightError } from '@toolwright/contract';
import {
  BASE_CONFIG,
  createScratchProject,
} from '../../packages/program/src/testing/scratch-project.test.support.js';
import { generate as run } from './generate.js';
import type { GenerateOptions } from './generate-options.js';
import { generateUncached } from './testing/generate-uncached.test.support.js';

const generate = (options: GenerateOptions) => generateUncached(options);

const TAX = `import { tool } from 'toolwright';

/** Calculate tax for a given amount. */
export const calculateTax = tool((amount: number, rate = 0.1): number => amount * rate);
`;

function failure(options: GenerateOptions): { code: string; message: string; hint: string | undefined } {
  try {
    generate(options);
  } catch (error) {
    if (isToolwrightError(error)) return { code: error.code, message: error.message, hint: error.hint };
    throw error;
  }
  throw new Error('generate did not throw');
}

describe('generate', () => {
  it('tells how many files it has found before it parses them, and how many tools before it reads their types', () => {
    const { dir } = createScratchProject({ 'src/tax.ts': TAX, 'src/other.ts': TAX });
    const calls: string[] = [];
    generate({
      cwd: dir,
      onFilesFound: (count) => calls.push(`${count} files`),
      onToolsFound: (count) => calls.push(`${count} tools`),
    });
    expect(calls).toEqual(['2 files', '2 tools']);
  });

  // A4
  it('reads names, types, defaults and required parameters from the source', () => {
    const { dir } = createScratchProject({ 'src/tax.ts': TAX });
    expect(generate({ cwd: dir }).tools).toEqual([
      {
        name: 'calculateTax',
        description: 'Calculate tax for a given amount.',
        parameters: {
          type: 'object',
          properties: { amount: { type: 'number' }, rate: { type: 'number', default: 0.1 } },
          required: ['amount'],
          additionalProperties: false,
        },
        output: { type: 'number' },
        annotations: {},
        source: { file: 'src/tax.ts', line: 4 },
      },
    ]);
  });

  it('writes nothing', () => {
    const { dir } = createScratchProject({ 'src/tax.ts': TAX });
    const { outFile } = generate({ cwd: dir });
    expect(outFile).toBe(`${dir}/src/toolwright.gen.ts`);
    expect(readdirSync(`${dir}/src`)).toEqual(['tax.ts']);
  });

  it('returns the same text from another folder, in a second run and with CRLF line breaks', () => {
    const unix = createScratchProject({ 'src/tax.ts': TAX });
    const { output } = generate({ cwd: unix.dir });
    expect(generate({ cwd: unix.dir }).output).toBe(output);
    const elsewhere = { cwd: path.dirname(unix.dir), project: `${path.basename(unix.dir)}/tsconfig.json` };
    expect(generate(elsewhere).output).toBe(output);
    expect(generate({ cwd: '/', project: unix.dir }).output).toBe(output);

    const windows = createScratchProject({ 'src/tax.ts': TAX.replaceAll('\n', '\r\n') });
    expect(generate({ cwd: windows.dir }).output).toBe(output);
    expect(output).not.toContain('\r');
    expect(output).not.toContain(unix.dir);
  });

  it('separates the lines of a description by LF, whatever the source has', () => {
    const text = `import { tool } from 'toolwright';\n\n/**\n * One.\n *\n * Two.\n */\nexport const f = tool((a = \`x\ny\`) => a);\n`;
    const unix = createScratchProject({ 'src/f.ts': text });
    const windows = createScratchProject({ 'src/f.ts': text.replaceAll('\n', '\r\n') });
    expect(generate({ cwd: windows.dir }).output).toBe(generate({ cwd: unix.dir }).output);
    expect(generate({ cwd: unix.dir }).tools[0]?.description).toBe('One.\n\nTwo.');
  });

  it('treats its own output as absent, whatever it contains', () => {
    const program = `import { tool } from 'toolwright';\nimport { manifest } from './toolwright.gen.js';\n\n/** Counts. */\nexport const count = tool((above: number): number => manifest.tools.length - above);\n`;
    const { dir, write } = createScratchProject({ 'src/program.ts': program });
    const { output, ok } = generate({ cwd: dir });
    expect(ok).toBe(true);
    write('src/toolwright.gen.ts', 'export const manifest = {{{ broken');
    expect(generate({ cwd: dir })).toMatchObject({ output, ok: true });
    write('src/toolwright.gen.ts', output);
    expect(generate({ cwd: dir })).toMatchObject({ output, ok: true });
  });

  it('finds tools in files that are included and not excluded', () => {
    const other = TAX.replaceAll('calculateTax', 'other');
    const { dir } = createScratchProject({ 'src/tax.ts': TAX, 'src/old/other.ts': other });
    const names = (options: GenerateOptions) =>
      generate({ cwd: dir, ...options }).tools.map(({ name }) => name);
    expect(names({})).toEqual(['calculateTax', 'other']);
    expect(names({ exclude: ['src/old'] })).toEqual(['calculateTax']);
    expect(names({ include: ['src/*.ts'] })).toEqual(['calculateTax']);
    expect(names({ include: ['src/old/**'], exclude: ['**/other.ts'] })).toEqual([]);
  });

  it('writes imports relative to the output path', () => {
    const { dir } = createScratchProject({ 'src/tax.ts': TAX });
    const { output, outFile } = generate({ cwd: dir, out: 'generated/deep/tools.mts' });
    expect(outFile).toBe(`${dir}/generated/deep/tools.mts`);
    expect(output).toContain(`import { calculateTax } from '../../src/tax.js';`);
  });

  it("reports where a type error elsewhere prevents a tool's type from resolving", () => {
    const text = `import { tool } from 'toolwright';\nimport type { Missing } from './missing.js';\n\n/** Uses it. */\nexport const use = tool((value: Missing) => value);\n`;
    const { dir } = createScratchProject({ 'src/use.ts': text });
    const { ok, diagnostics } = generate({ cwd: dir });
    expect(ok).toBe(false);
    expect(diagnostics).toContainEqual(
      expect.objectContaining({ severity: 'error', file: 'src/use.ts', line: 5, tool: 'use' }),
    );
  });

  it('reads types of referenced projects without a build, and leaves their tools to those projects', () => {
    const base = JSON.stringify({
      extends: BASE_CONFIG,
      compilerOptions: { composite: true, noEmit: false, outDir: 'dist' },
      include: ['src'],
    });
    const app = JSON.stringify({ extends: BASE_CONFIG, include: ['src'], references: [{ path: '../lib' }] });
    const { dir } = createScratchProject({
      'lib/tsconfig.json': base,
      'lib/src/query.ts': `${TAX}\nexport interface Query { text: string }\n`,
      'app/tsconfig.json': app,
      'app/src/find.ts': `import { tool } from 'toolwright';\nimport type { Query } from '../../lib/src/query.js';\n\n/** Finds. */\nexport const find = tool((query: Query, limit: number) => query.text.slice(limit));\n`,
    });
    const { tools } = generate({ cwd: `${dir}/app` });
    expect(tools.map(({ name }) => name)).toEqual(['find']);
    expect(tools[0]?.parameters.properties.query).toMatchObject({ properties: { text: { type: 'string' } } });
  });

  it('gives a project on TypeScript 5 the same types as its own compiler', () => {
    const files = {
      'tsconfig.json': JSON.stringify({
        compilerOptions: { module: 'nodenext', strict: true, skipLibCheck: true },
        include: ['src'],
      }),
      'node_modules/@types/extra/package.json':
        '{ "name": "@types/extra", "version": "1.0.0", "types": "index.d.ts" }',
      'node_modules/@types/extra/index.d.ts': 'interface Extra { size: number }',
      'src/extra.ts':
        '/**\n * Uses a global type.\n * @tool\n */\nexport function weigh(extra: Extra): number {\n  return extra.size;\n}\n',
    };
    const five = createScratchProject({
      ...files,
      'node_modules/typescript/package.json': '{ "version": "5.9.3" }',
    });
    const six = createScratchProject({
      ...files,
      'node_modules/typescript/package.json': '{ "version": "6.0.3" }',
    });
    expect(generate({ cwd: five.dir }).tools[0]?.parameters.properties).toEqual({ size: { type: 'number' } });
    expect(generate({ cwd: six.dir }).ok).toBe(false);
  });

  it('distinguishes null and undefined in a project without strict', () => {
    const { dir } = createScratchProject({
      'tsconfig.json': JSON.stringify({
        extends: BASE_CONFIG,
        compilerOptions: { strict: false },
        include: ['src'],
      }),
      'src/f.ts': `import { tool } from 'toolwright';\n\n/** Takes null. */\nexport const f = tool((a: string | null, b?: string) => a ?? b);\n`,
    });
    expect(generate({ cwd: dir }).tools[0]?.parameters).toMatchObject({
      properties: { a: { type: ['string', 'null'] }, b: { type: 'string' } },
      required: ['a'],
    });
  });
});

describe('a project that cannot be read', () => {
  it('reports how to name its tsconfig if there is none', () => {
    const { dir } = createScratchProject({});
    expect(failure({ cwd: dir, project: 'tsconfig.build.json' })).toEqual({
      code: 'INVALID_PROJECT',
      message: `Cannot find tsconfig.build.json in ${dir}.`,
      hint: 'Run the command in the folder of your tsconfig.json, or pass its path with --project path/to/tsconfig.json.',
    });
    mkdirSync(`${dir}/empty`);
    expect(failure({ cwd: dir, project: 'empty' }).message).toBe(
      `Cannot find empty/tsconfig.json in ${dir}.`,
    );
  });

  it.each([
    ['{ "compilerOptions": { "strict": true, }, "include" ["src"] }', "tsconfig.json:1:53: ':' expected."],
    ['{ "extends": "./missing.json" }', "/missing.json'."],
    [
      '{ "compilerOptions": { "strict": "yes" } }',
      "tsconfig.json:1:34: Compiler option 'strict' requires a value of type boolean.",
    ],
    ['{ "extends": "./tsconfig.json" }', 'tsconfig.json: Circularity detected while resolving configuration'],
  ])('reports where its tsconfig is broken: %s', (text, message) => {
    const { dir } = createScratchProject({ 'tsconfig.json': text, 'src/tax.ts': TAX });
    const found = failure({ cwd: dir });
    expect(found.code).toBe('INVALID_PROJECT');
    expect(found.message).toContain(message);
  });

  it('is told to name the project with its tools if the tsconfig only references others', () => {
    const { dir } = createScratchProject({
      'tsconfig.json': JSON.stringify({ files: [], references: [{ path: './app' }, { path: './lib' }] }),
    });
    expect(failure({ cwd: dir })).toEqual({
      code: 'INVALID_PROJECT',
      message: 'tsconfig.json selects no TypeScript files.',
      hint: 'It only references other projects. Select the project that contains your tools: --project app or --project lib.',
    });
  });

  it('reports that nothing matches its include', () => {
    const { dir } = createScratchProject({});
    expect(failure({ cwd: dir }).hint).toContain('Check its "files" and "include"');
  });

  it('reports a missing standard library: arrays would silently lose their types', () => {
    const { dir } = createScratchProject({
      'tsconfig.json': JSON.stringify({ compilerOptions: { noLib: true }, include: ['src'] }),
      'src/a.ts': 'export const a = 1;',
    });
    expect(failure({ cwd: dir })).toMatchObject({
      code: 'INVALID_PROJECT',
      message: expect.stringMatching(/^tsconfig\.json: Cannot find global type '\w+'\.$/),
    });
  });

  it('may use options that the bundled compiler does not know', () => {
    const { dir } = createScratchProject({
      'tsconfig.json': JSON.stringify({
        extends: BASE_CONFIG,
        compilerOptions: { optionOfTheFuture: true },
        include: ['src'],
      }),
      'src/tax.ts': TAX,
    });
    expect(generate({ cwd: dir }).ok).toBe(true);
  });

  it('refuses an output that is not a module', () => {
    const { dir } = createScratchProject({ 'src/tax.ts': TAX });
    expect(failure({ cwd: dir, out: 'src/tools.json' }).code).toBe('OUTPUT_FAILED');
    expect(failure({ cwd: dir, out: 'src/tools.d.ts' }).code).toBe('OUTPUT_FAILED');
  });
});

it('reports a source that is nested too deeply with a code', async () => {
  const deep = `export const x = ${'('.repeat(20_000)}1${')'.repeat(20_000)};\n`;
  const { dir } = createScratchProject({ 'src/deep.ts': deep });
  await expect(run({ cwd: dir, cache: false })).rejects.toMatchObject({
    code: 'INVALID_PROJECT',
    message: expect.stringContaining('src/deep.ts is nested too deeply'),
  });
});

it('refuses a pattern of include that matches no file', () => {
  const { dir } = createScratchProject({ 'src/tax.ts': TAX });
  for (const include of [['../elsewhere/**'], ['src/**', 'lib/**']]) {
    expect(failure({ cwd: dir, include })).toMatchObject({
      code: 'INVALID_CONFIG',
      message: expect.stringContaining(`The pattern '${include.at(-1)}' in \`include\` does not match `),
    });
  }
});

it('reports that the compiler cannot read a folder with a backslash in its name', () => {
  const { dir } = createScratchProject({ 'src/tax.ts': TAX });
  const folder = `${dir}/a\\b`;
  mkdirSync(folder);
  expect(failure({ cwd: folder }).message).toContain('has a backslash');
});

it.each([
  ['function* (q: string): Generator<string> { yield q; }', 'TW2002', 'Generator'],
  ['async function* (q: string): AsyncGenerator<string> { yield q; }', 'TW2002', 'AsyncGenerator'],
  ['async function* (q: string): AsyncIterable<string> { yield q; }', 'TW2008', 'AsyncGenerator'],
])('says what to write for a generator whose type does not state the result: %s', (fn, code, type) => {
  const text = `import { tool } from 'toolwright';\n\n/** Steps. */\nexport const steps = tool(${fn});\n`;
  const { dir } = createScratchProject({ 'src/steps.ts': text });
  const { diagnostics } = generate({ cwd: dir });
  expect(diagnostics).toMatchObject([
    { code, severity: 'warning', hint: expect.stringContaining(`\`${type}<Progress, Result>\``) },
  ]);
});
