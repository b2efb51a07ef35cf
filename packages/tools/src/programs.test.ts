/** Whole programs, bundled from the sources and run by Node: what they load, and how they work without code generation. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type BuildOptions, build } from 'esbuild';
import { workspaceSources } from '../../../scripts/workspace-sources.mjs';

const packageFolder = fileURLToPath(new URL('..', import.meta.url));
const FORBIDDEN = '--disallow-code-generation-from-strings';

const PROGRAM = `
  import { FunctionTool, ToolRegistry, typedSchema } from './index.js';
  import { calculateTax, Weather, weatherEntries } from './weather.test.fixture.js';

  const validate = ({ amount }) => typeof amount === 'number';
  const more = process.argv.includes('precompiled') ? { validate } : {};
  const tools = weatherEntries.map((entry) => ({ ...entry, ...more }));
  const half = { type: 'object', properties: { of: { type: 'number', format: 'double' } }, required: ['of'] };
  const registry = new ToolRegistry({ version: 1, tools })
    .registerFrom(new Weather())
    .register(calculateTax)
    .register(new FunctionTool({ name: 'half', description: 'Halves.', parameters: half, fn: ({ of }) => of / 2 }));
  const Half = typedSchema('Half', half);
  const answers = [
    await registry.execute('calculateTax', { amount: '50' }),
    await registry.execute('calculateTax', '{"amount":"much"}'),
    await registry.execute('half', { of: 8 }),
    await registry.execute('half', { off: 8 }),
    await Half['~standard'].validate({ of: 'x' }),
  ];
  try {
    answers.push(registry.callSync('calculateTax', { amount: 100 }));
  } catch ({ code, message }) {
    answers.push({ code, message });
  }
  console.log(JSON.stringify(answers));
`;
const HALVES = [
  { result: 4, error: null },
  { result: null, error: "Invalid arguments for 'half': of is required (a number)." },
  { issues: [{ message: 'of must be a number; got "x".', path: ['of'] }] },
];
const TAXES = [
  { result: 5, error: null },
  { result: null, error: 'Invalid arguments for \'calculateTax\': amount must be a number; got "much".' },
];
const ANSWERS = [...TAXES, ...HALVES, 10];

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'toolwright-programs-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function bundle(contents: string, name: string, options: BuildOptions = {}): Promise<string> {
  const outfile = join(folder, name);
  await build({
    stdin: { contents, resolveDir: join(packageFolder, 'src'), loader: 'ts' },
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    logLevel: 'silent',
    plugins: [workspaceSources()],
    ...options,
  });
  return outfile;
}

function run(args: readonly string[]): unknown {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    timeout: 240_000,
  });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}

describe('a standalone bundle', () => {
  it.each<[string, string, BuildOptions]>([
    ['an ES module', 'program.mjs', {}],
    ['a minified ES module', 'program.mjs', { minify: true }],
    ['minified CommonJS', 'program.cjs', { minify: true, format: 'cjs' }],
    [
      'for another platform than Node',
      'program.mjs',
      { platform: 'neutral', mainFields: ['module', 'main'] },
    ],
  ])('validates as %s', async (_, name, options) => {
    const isCommonJs = options.format === 'cjs';
    const program = isCommonJs ? `void (async () => {${withoutImports()}})();` : PROGRAM;
    const file = await bundle(isCommonJs ? imports() + program : program, name, {
      external: ['node:*'],
      ...options,
    });
    expect(run([file])).toEqual(ANSWERS);
  });
});

function imports(): string {
  return (PROGRAM.match(/^ *import .*$/gm) ?? []).join('\n');
}

function withoutImports(): string {
  return PROGRAM.replaceAll(/^ *import .*$/gm, '');
}

describe('a program that must not generate code', () => {
  it('validates with precompiled validators, interprets hand-written schemas, and finds every mistake', async () => {
    const file = await bundle(PROGRAM, 'program.mjs');
    expect(run([FORBIDDEN, file, 'precompiled'])).toEqual(ANSWERS);
  });

  it('interprets the schemas of a manifest without validators (M2)', async () => {
    for (const conditions of [['module'], ['node']]) {
      const file = await bundle(PROGRAM, 'program.mjs', { conditions });
      expect(run([FORBIDDEN, file])).toEqual(ANSWERS);
    }
  });

  it('interprets the keywords of other schemas, and names those that need generated code', async () => {
    const program = `
      import { typedSchema } from './index.js';
      const judge = (schema, value) => {
        try {
          return typedSchema('Odd', schema)['~standard'].validate(value).issues?.map(({ message }) => message) ?? [];
        } catch ({ code, message }) {
          return { code, message };
        }
      };
      console.log(JSON.stringify([
        judge({ if: { type: 'string' }, else: false }, 5),
        judge({ contains: { type: 'string' }, maxContains: 1 }, ['a', 'b']),
        judge({ dependentRequired: { card: ['address'] } }, { card: 1 }),
        judge({ dependentSchemas: { card: { properties: { card: { type: 'string' } } } } }, { card: 1 }),
        judge({ properties: { a: {} }, unevaluatedProperties: false }, { b: 1 }),
        judge({ type: 'strin' }, 'a'),
        judge({ pattern: '(' }, 'a'),
        judge({ properties: { a: { exclusiveMinimum: true } } }, {}),
        judge({ items: [{ type: 'string' }] }, []),
        judge({ enum: [] }, 1),
        judge({ $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } }, 1),
        judge({ $ref: '#/$defs/none' }, 1),
        judge({ $ref: '#/definitions/a', definitions: { a: { type: 'string' } } }, 'a'),
        judge({ anyOf: [{ type: 'integer' }, false] }, 'a'),
      ]));`;
    expect(run([FORBIDDEN, await bundle(program, 'program.mjs')])).toEqual([
      ['The value must be omitted; got 5.'],
      ['The value must contain at least 1 and at most 1 of the items that its schema asks for.'],
      ['address is required, because card is given.'],
      ['card must be a string; got 1.'],
      {
        code: 'UNSUPPORTED',
        message:
          'Values cannot be validated. AJV is not available, which the schema needs for: unevaluatedProperties. Write the schema without them: bundles, and programs that must not generate code, interpret schemas.',
      },
      {
        code: 'INVALID_CONFIG',
        message: 'The schema is not valid: type must be a JSON type, or several.',
      },
      {
        code: 'INVALID_CONFIG',
        message: expect.stringContaining('The schema is not valid: Invalid regular expression'),
      },
      ...[
        'exclusiveMinimum must be a number',
        'items must be a schema',
        'enum must be an array of values',
        'its references are circular',
        "can't resolve reference #/$defs/none",
      ].map((problem) => ({ code: 'INVALID_CONFIG', message: `The schema is not valid: ${problem}.` })),
      [],
      [expect.stringContaining('The value must be')],
    ]);
  });
});

describe('AJV', () => {
  const PROBE = `
    import { createRequire } from 'node:module';
    import { ToolRegistry } from './index.js';
    import { calculateTax, weatherEntries } from './weather.test.fixture.js';

    const { cache } = createRequire(import.meta.url);
    const loaded = () => Object.keys(cache).some((file) => /[\\\\/]ajv[\\\\/]/.test(file));
    const registryWith = (more) =>
      new ToolRegistry({ version: 1, tools: weatherEntries.map((entry) => ({ ...entry, ...more })) }).register(calculateTax);
    const seen = [loaded()];
    const precompiled = registryWith({ validate: ({ amount }) => amount > 0 });
    await precompiled.execute('calculateTax', { amount: 1 });
    await precompiled.execute('calculateTax', { amount: -1, rates: 2 });
    seen.push(loaded());
    await registryWith({}).execute('calculateTax', { amount: 1 });
    seen.push(loaded());
    console.log(JSON.stringify(seen));`;

  it('is loaded when the first schema is compiled, and not for precompiled validators', async () => {
    // As if the program were a module of the package.
    const place = JSON.stringify(pathToFileURL(join(packageFolder, 'src/index.ts')).href);
    const define = { 'import.meta.url': place };
    expect(run([await bundle(PROBE, 'probe.mjs', { conditions: ['node'], define })])).toEqual([
      false,
      false,
      true,
    ]);
  });

  it('is not in a bundle (M4)', async () => {
    const define = { 'import.meta.url': JSON.stringify(pathToFileURL(join(folder, 'x.js')).href) };
    for (const conditions of [undefined, ['node']])
      expect(run([await bundle(PROBE, 'probe.mjs', { ...(conditions && { conditions }), define })])).toEqual([
        false,
        false,
        false,
      ]);
  });
});
