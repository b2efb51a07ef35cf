import { realDisk } from '@toolwright/program';
import { findDecoratorProblems, loadProject } from '@toolwright/program/compiler';
import {
  BASE_CONFIG,
  createScratchProject,
} from '../../../packages/program/src/testing/scratch-project.test.support.js';
import { generateUncached } from '../testing/generate-uncached.test.support.js';

const DECORATED = `import { tool } from 'toolwright';
/** Notes. */
export class Notes {
  /** List the notes. */
  @tool list(): string[] { return []; }
}
`;
const TAGGED = DECORATED.replace(
  'List the notes. */\n  @tool list',
  'List the notes.\n   * @tool\n   */\n  list',
);
const VITE = (version: string) => ({
  'node_modules/vite/package.json': JSON.stringify({ name: 'vite', version }),
  'node_modules/vitest/package.json': JSON.stringify({ name: 'vitest', version: '4.1.12' }),
});

function createProject(
  files: Readonly<Record<string, string>>,
  scripts: Readonly<Record<string, string>>,
  compilerOptions: object = {},
): string {
  const { dir } = createScratchProject({
    'package.json': JSON.stringify({ type: 'module', scripts }),
    'src/notes.ts': DECORATED,
    'tsconfig.json': JSON.stringify({ extends: BASE_CONFIG, compilerOptions, include: ['src'] }),
    ...files,
  });
  return dir;
}

/** The problems of the decorators in src/notes.ts, as `severity message`. */
function problemsOf(...project: Parameters<typeof createProject>): string[] {
  const dir = createProject(...project);
  return findDecoratorProblems(loadProject('tsconfig.json', dir), realDisk)
    .filter(({ files }) => files?.includes(`${dir}/src/notes.ts`) ?? true)
    .map(({ severity, message }) => `${severity} ${message}`);
}

it('is reported once, at the first decorator that the tool chain meets, and not for tags', () => {
  const other = DECORATED.replace('Notes', 'Other');
  const files = { 'src/main.ts': "import './notes.ts';\n", 'src/a.ts': other };
  const found = (more: Readonly<Record<string, string>>) =>
    generateUncached({ cwd: createProject({ ...files, ...more }, { start: 'node src/main.ts' }) })
      .diagnostics.filter(({ code }) => code === 'TW1004')
      .map(({ severity, file, line, hint }) => ({ severity, file, line, hint }));
  const hint = expect.stringMatching(/tsx, or .*JSDoc tag `@tool`.*migrate --to tag.*`tool\(fn\)`/);
  expect(found({})).toEqual([{ severity: 'warning', file: 'src/notes.ts', line: 5, hint }]);
  expect(found({ 'src/notes.ts': TAGGED })).toEqual([]);
});

describe('`node file.ts`', () => {
  const NODE = [expect.stringMatching(/^warning A script in package\.json runs this file with `node`/)];
  const MAIN = {
    'src/main.ts': "import './app.ts';\n",
    'src/app.ts': "import { Notes } from './notes.ts';\n",
  };

  it.each([
    { start: 'node src/main.ts' },
    { start: 'toolwright codegen && NODE_ENV=test node --watch ./src/main.ts --port 3' },
    { start: 'npx cross-env A=b node "src/main.ts"' },
    { a: 'node src/notes.ts' },
  ])('is reported if a script runs a decorated file: %j', (scripts) => {
    expect(problemsOf(MAIN, scripts)).toEqual(NODE);
    expect(problemsOf(MAIN, scripts, { experimentalDecorators: true })).toEqual(NODE);
  });

  it.each([
    { start: 'node dist/main.js' },
    { start: 'node --import tsx src/main.ts' },
    { start: 'node --import=tsx src/main.ts' },
    { start: 'node -r ts-node/register src/main.ts' },
    { start: 'NODE_OPTIONS=--import=tsx node src/main.ts' },
    { start: 'tsx src/main.ts' },
    { build: 'node scripts/build.ts' },
    { start: 'node src/types.ts' },
    { start: 'node src/gone.ts' },
    {},
  ])('is not reported for %j', (scripts) => {
    const files = {
      ...MAIN,
      'scripts/build.ts': "console.log('src');\n",
      'src/types.ts':
        "import type { Notes } from './notes.ts';\nexport type { Notes as N } from './notes.ts';\n",
    };
    expect(problemsOf(files, scripts)).toEqual([]);
  });
});

describe('tsc with the target `esnext`', () => {
  const ESNEXT = { target: 'esnext', noEmit: false };
  const KEPT = ['warning The target `esnext` leaves `@tool` in the output, where it is a syntax error.'];

  it.each([{}, { build: 'tsc' }, { build: 'tsc -b', dev: 'tsx src/main.ts' }, { test: 'jest' }])(
    'is reported for the scripts %j',
    (scripts) => {
      expect(problemsOf({}, scripts, ESNEXT)).toEqual(KEPT);
    },
  );

  it.each([
    [{}, { ...ESNEXT, noEmit: true }],
    [{}, { ...ESNEXT, experimentalDecorators: true }],
    [{ start: 'tsx src/main.ts', check: 'tsc --noEmit' }, ESNEXT],
    [{ build: 'esbuild src/main.ts --bundle' }, ESNEXT],
  ])('is not reported for %j under %j', (scripts, options) => {
    expect(problemsOf({}, scripts, options)).toEqual([]);
  });
});

describe('Vite and Vitest', () => {
  const VITEST = [expect.stringMatching(/^info Vitest 4 compiles only legacy decorators:/)];

  it.each([
    [{ test: 'vitest run' }, {}, { noEmit: false }],
    [{ test: 'npx vitest' }, { 'vitest.config.ts': 'export default { test: { globals: true } };\n' }, {}],
  ])('are reported without a plugin: %j', (scripts, files, options) => {
    expect(problemsOf({ ...VITE('8.3.8'), ...files }, scripts, options)).toEqual(VITEST);
  });

  it('are reported if they build the project', () => {
    const scripts = { build: 'vite build' };
    expect(problemsOf(VITE('8.3.8'), scripts)).toEqual([
      expect.stringContaining('Vite 8 compiles only legacy'),
    ]);
    expect(problemsOf(VITE('8.3.8'), scripts, { noEmit: false })).toEqual([]);
  });

  it.each<[string, Record<string, string>, object]>([
    ['8.3.8', { 'vite.config.js': "import { codegen } from '@toolwright/unplugin';\n" }, {}],
    ['8.3.8', { 'vitest.config.mts': "import swc from 'unplugin-swc';\n" }, {}],
    ['8.3.8', { 'vitest.config.ts': "import shared from '../shared.js';\nexport default shared;\n" }, {}],
    ['8.3.8', {}, { experimentalDecorators: true }],
    ['7.3.8', {}, {}],
  ])('are not reported with Vite %s, %j and %j', (version, files, options) => {
    expect(
      problemsOf({ ...VITE(version), ...files }, { build: 'vite build', test: 'vitest' }, options),
    ).toEqual([]);
  });

  it('are not reported if they are not installed or not run', () => {
    expect(problemsOf({}, { test: 'vitest' })).toEqual([]);
    expect(problemsOf(VITE('8.3.8'), { test: 'jest' })).toEqual([]);
    expect(problemsOf(VITE('8.3.8'), { test: 'vitest run --config ../vitest.shared.ts' })).toEqual([]);
  });
});

it('Next.js is reported unless decorators are legacy ones', () => {
  const scripts = { build: 'next build' };
  expect(problemsOf({}, scripts)).toEqual([expect.stringContaining('info Next.js compiles only legacy')]);
  expect(problemsOf({}, scripts, { experimentalDecorators: true })).toEqual([]);
});

it('a package.json that cannot be read says nothing', () => {
  expect(problemsOf({ 'package.json': '{ "scripts": ' }, {})).toEqual([]);
  expect(problemsOf({ 'package.json': 'null' }, {})).toEqual([]);
  expect(problemsOf({ 'package.json': '{ "scripts": ["node src/notes.ts", 1] }' }, {})).toHaveLength(1);
});
