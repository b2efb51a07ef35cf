import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import ts from 'typescript';
import { createScratchProject } from '../../packages/program/src/testing/scratch-project.test.support.js';
import { workspaceSources } from '../../scripts/workspace-sources.mjs';
import { generateUncached } from './testing/generate-uncached.test.support.js';

const SOURCE = fileURLToPath(new URL('../../packages/tools/src/', import.meta.url));
/** The library as a package: bundled from its sources for Node.js, with its types. */
const installed: Record<string, string> = {
  'node_modules/toolwright/package.json': JSON.stringify({
    name: 'toolwright',
    type: 'module',
    exports: {
      '.': { types: './index.d.ts', default: './index.js' },
      './validators': { default: './validators.js' },
    },
  }),
  'node_modules/toolwright/index.d.ts': `export * from ${JSON.stringify(`${SOURCE}index.js`)};\n`,
};

beforeAll(async () => {
  const { outputFiles } = await build({
    entryPoints: [`${SOURCE}index.ts`, `${SOURCE}validators.ts`],
    outdir: 'out',
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    banner: {
      js: "import * as module from 'node:module'; const require = module.createRequire(import.meta.url);",
    },
    plugins: [workspaceSources()],
  });
  for (const { path: file, text } of outputFiles)
    installed[`node_modules/toolwright/${path.basename(file)}`] = text;
});

/** The same program as ES modules and as CommonJS. */
const program = (type: 'module' | 'commonjs'): Record<string, string> => {
  const isModule = type === 'module';
  const load = (names: string, from: string): string =>
    isModule ? `import { ${names} } from '${from}';` : `const { ${names} } = require('${from}');`;
  const shared = isModule ? 'export ' : '';
  return {
    'package.json': JSON.stringify({ type }),
    'src/weather.js': `${load('tool', 'toolwright')}

/** @typedef {{ city: string, days: number }} Forecast */

${shared}class Weather {
  /**
   * Weather forecast for a city.
   * @tool
   * @param {string} city City name
   * @param {1 | 3 | 7} days Days ahead
   * @returns {Forecast}
   */
  forecast(city, days = 1) {
    return { city, days };
  }
}

/** @schema */
${shared}class Station {
  /** @type {string} */
  name = '';
}

/** Doubles a number. */
${shared}const double = tool((/** @type {number} */ value) => value * 2);
${isModule ? '' : 'module.exports = { Weather, Station, double };\n'}`,
    'src/clock.js': `
${isModule ? 'export default ' : ''}class Clock {
  /**
   * The year.
   * @tool
   */
  year() {
    return 2026;
  }
}
${isModule ? '' : 'module.exports = Clock;\n'}`,
    'src/main.js': `${load('ToolRegistry', 'toolwright')}
${load('manifest', './toolwright.gen.js')}
${load('Weather, double', './weather.js')}
${isModule ? "import Clock from './clock.js';" : "const Clock = require('./clock.js');"}

const registry = new ToolRegistry(manifest).registerFrom(new Weather()).registerFrom(new Clock()).register(double);
Promise.all([
  registry.call('forecast', { city: 'Oslo' }),
  registry.call('double', { value: 2 }),
  registry.call('year', {}),
  registry.execute('forecast', { town: 'Oslo' }),
]).then((all) => console.log(JSON.stringify(all)));
`,
  };
};

const ANSWERS = [
  { city: 'Oslo', days: 1 },
  4,
  2026,
  { result: null, error: expect.stringContaining('city is required') },
];

function generate(
  files: Readonly<Record<string, string>>,
  options: { out?: string; validators?: boolean } = {},
) {
  const { dir } = createScratchProject({ ...installed, ...files });
  if (files['tsconfig.json'] === undefined) rmSync(path.join(dir, 'tsconfig.json'));
  const run = generateUncached({ cwd: dir, ...options });
  expect(run.diagnostics).toEqual([]);
  const { output, outFile, validators } = run;
  for (const [file, text] of [
    [outFile, output],
    [validators.file, validators.output],
  ] as const) {
    mkdirSync(path.dirname(file), { recursive: true });
    if (text !== undefined) writeFileSync(file, text);
  }
  return { dir, out: path.relative(dir, outFile), output };
}

const run = (dir: string, file = 'src/main.js'): unknown =>
  JSON.parse(execFileSync(process.execPath, [path.join(dir, file)], { encoding: 'utf8' }));

describe('a project in JavaScript', () => {
  it.each(['module', 'commonjs'] as const)(
    'without a tsconfig gets a module that Node.js runs unchanged, as "type": "%s"',
    (type) => {
      const { dir, out } = generate(program(type), { validators: true });
      expect(out).toBe('src/toolwright.gen.js');
      expect(run(dir)).toEqual(ANSWERS);
    },
  );

  it.each([
    ['module', 'commonjs', 'src/toolwright.gen.cjs'],
    ['commonjs', 'module', 'src/toolwright.gen.mjs'],
  ] as const)('of type %s may have a manifest with the ending %s', (type, _kind, out) => {
    const files = program(type);
    const main = files['src/main.js']?.replace('./toolwright.gen.js', `./${path.basename(out)}`) ?? '';
    const { dir } = generate({ ...files, 'src/main.js': main }, { out });
    expect(run(dir)).toEqual(ANSWERS);
  });

  it.each([
    ['jsconfig.json', '{ "include": ["src"] }'],
    [
      'tsconfig.json',
      '{ "compilerOptions": { "allowJs": true, "noEmit": true, "module": "nodenext" }, "include": ["src"] }',
    ],
  ])('may also have a %s', (file, text) => {
    const { out } = generate({ ...program('module'), [file]: text });
    expect(out).toBe('src/toolwright.gen.js');
  });

  // H1
  it('asks for the context that JSDoc names', () => {
    const { dir, output } = generate({
      'package.json': JSON.stringify({ type: 'module' }),
      'src/orders.js': `import { tool } from 'toolwright';

/** @typedef {{ tenant: string }} Tenant */
/** @typedef {import('toolwright').ToolContext<Tenant>} TenantContext */

export class Orders {
  /**
   * Finds an order.
   * @tool
   * @param {number} id Its number
   * @param {import('toolwright').ToolContext<Tenant>} context
   */
  find(id, context) {
    return context.app.tenant + id;
  }
}

/** Cancels an order. */
export const cancel = tool((/** @type {number} */ id, /** @type {TenantContext} */ { app }) => app.tenant + id);
`,
      'src/main.js': `import { ToolRegistry } from 'toolwright';
import { manifest } from './toolwright.gen.js';
import { Orders, cancel } from './orders.js';

const registry = new ToolRegistry(manifest).registerFrom(new Orders()).register(cancel);
console.log(JSON.stringify([
  await registry.call('find', { id: 1 }, { context: { tenant: 'acme' } }),
  await registry.call('cancel', { id: 2 }, { context: { tenant: 'acme' } }),
  await registry.execute('find', { id: 1 }),
]));
`,
    });
    expect(output.match(/needsContext: true/g)).toHaveLength(2);
    const error = "'find' needs a context, but the call has none. Pass it as an option: { context }.";
    expect(run(dir)).toEqual(['acme1', 'acme2', { result: null, error }]);
  });

  it('has typed tools in the editor', () => {
    const wrong = (['module', 'commonjs'] as const).map((type) => {
      const files = program(type);
      const { dir } = generate(files);
      const [setUp = ''] = files['src/main.js']?.split('Promise.all') ?? [];
      const calls = ['{ city: 5 }', "{ city: 'Oslo', days: 3 }"].map(
        (args) => `registry.call('forecast', ${args});\n`,
      );
      writeFileSync(path.join(dir, 'src/wrong.js'), `${setUp}\n${calls.join('')}`);
      return path.join(dir, 'src/wrong.js');
    });
    const checked = ts.createProgram(wrong, {
      allowJs: true,
      checkJs: true,
      noEmit: true,
      strict: true,
      skipLibCheck: true,
      target: ts.ScriptTarget.ES2023,
      module: ts.ModuleKind.NodeNext,
      types: [],
    });
    for (const file of wrong) {
      const messages = checked
        .getSemanticDiagnostics(checked.getSourceFile(file))
        .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
      expect(messages).toEqual(["Type 'number' is not assignable to type 'string'."]);
    }
  });
});

describe('a project with sources in TypeScript', () => {
  it('gets a TypeScript module, whatever JavaScript it contains', () => {
    const { out } = generate({
      ...program('module'),
      'tsconfig.json': '{ "compilerOptions": { "allowJs": true, "module": "nodenext" }, "include": ["src"] }',
      'src/more.ts': 'export const more = 1;\n',
    });
    expect(out).toBe('src/toolwright.gen.ts');
  });

  it('must have a tsconfig', () => {
    const { dir } = createScratchProject({ ...program('module'), 'src/more.ts': 'export const more = 1;\n' });
    rmSync(path.join(dir, 'tsconfig.json'));
    expect(() => generateUncached({ cwd: dir })).toThrow('Cannot find tsconfig.json in');
  });

  it('counts as JavaScript if only an earlier manifest is in TypeScript', () => {
    const { out } = generate({
      ...program('module'),
      'src/toolwright.gen.ts': 'export const manifest = 1;\n',
    });
    expect(out).toBe('src/toolwright.gen.js');
  });
});
