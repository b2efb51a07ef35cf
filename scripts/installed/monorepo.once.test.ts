/** The workspace in examples/monorepo with the packed packages: pnpm, Turborepo and Nx generate, build and check it. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packedArchives } from '../packed.mjs';
import { runShell } from './run-shell.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const example = join(root, 'examples/monorepo');
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'toolwright-monorepo-')));
const workspace = join(folder, 'workspace');
const page = readFileSync(join(root, 'docs/monorepos.md'), 'utf8');
const recipe = readFileSync(join(root, 'docs/recipes/monorepo.md'), 'utf8');

const STOCK = 'packages/stock/src/stock.ts';
const MANIFESTS = ['packages/stock', 'packages/orders'].map((name) => `${name}/src/toolwright.gen.ts`);
const COMMITTED = MANIFESTS.map((file) => readFileSync(join(example, file), 'utf8'));
const PRINTED = /```text\n(\{ order: [\s\S]*?)```/.exec(page)?.[1] ?? 'The page has no output.';

const run = (script: string) =>
  runShell(script, workspace, {
    PATH: `${join(folder, 'node_modules/.bin')}:${join(workspace, 'node_modules/.bin')}:${process.env.PATH}`,
    ...{ TURBO_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1', NX_DAEMON: 'false', NX_TUI: 'false', CI: 'true' },
  });
const read = (file: string) => readFileSync(join(workspace, file), 'utf8');
const edit = (file: string, change: (text: string) => string) =>
  writeFileSync(join(workspace, file), change(read(file)));
const useNewComment = () =>
  edit(STOCK, (text) => text.replace('Number of the article', 'Number on the label of an article'));
const removeManifests = () => {
  for (const file of MANIFESTS) rmSync(join(workspace, file));
};
const restore = () => {
  for (const file of [STOCK, ...MANIFESTS]) cpSync(join(example, file), join(workspace, file));
};

beforeAll(async () => {
  const made = /\/(?:node_modules|dist|\.nx|\.turbo|pnpm-lock\.yaml)$/;
  cpSync(example, workspace, { recursive: true, filter: (path) => !made.test(path) });
  const overrides = (await packedArchives()).map((path) => `  "${nameOf(path)}": file:${path}\n`);
  edit(
    'pnpm-workspace.yaml',
    (text) => `${text.slice(0, text.indexOf('# Toolwright'))}overrides:\n${overrides.join('')}`,
  );
  edit('package.json', (text) => {
    const { devDependencies, ...manifest } = JSON.parse(text);
    return JSON.stringify({
      ...manifest,
      devDependencies: { ...devDependencies, nx: '24.0.6', turbo: '2.11.11' },
    });
  });
  const { packageManager } = JSON.parse(read('package.json'));
  const install = `npm install --silent --prefix "${folder}" ${packageManager} && pnpm install --ignore-scripts --no-frozen-lockfile`;
  expect(await run(install)).toMatchObject({ code: 0 });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The blocks of the pages that show a file. */
const shown = [...`${page}\n${recipe}`.matchAll(/^```\w+\n(?:\/\/|#) (\S+)\n([\s\S]*?)^```$/gm)].map(
  ([, file = '', text = '']) => ({
    file,
    text,
  }),
);

it.each(shown)('the pages show $file as it is', ({ file, text }) => {
  expect(readFileSync(join(example, file), 'utf8')).toBe(text);
});

it('the recipe shows the commands that these tests run, and what the program prints', () => {
  const [, commands, output] = /^```sh\n([\s\S]*?)^```\n+```output\n([\s\S]*?)^```$/m.exec(recipe) ?? [];
  expect(commands).toBe('pnpm install\npnpm build\nnode apps/desk/dist/main.js\n');
  expect(output).toBe(PRINTED);
});

// M8
it('pnpm generates, builds and checks packages in their order, and leaves the committed manifests as they are', async () => {
  expect(await run('pnpm codegen:check')).toMatchObject({ code: 0 });
  expect(await run('pnpm build')).toMatchObject({ code: 0 });
  expect(MANIFESTS.map(read)).toEqual(COMMITTED);
  expect(await run('node apps/desk/dist/main.js')).toEqual({ code: 0, output: PRINTED });
});

// M8
it('the compiler knows the tools of the joined registry', async () => {
  const wrong = `import { registry } from './registry.js';\nregistry.call('placeOrders', { items: [] });\n`;
  writeFileSync(join(workspace, 'apps/desk/src/wrong.ts'), wrong);
  const { code, output } = await run('tsc -b apps/desk');
  rmSync(join(workspace, 'apps/desk/src/wrong.ts'));
  expect({ code, output }).toEqual({
    code: 1,
    output: expect.stringContaining(`"placeOrder" | "listItems"`),
  });
});

// M8
it('the check fails in every package whose tools use an edited type', async () => {
  useNewComment();
  const { code, output } = await run('pnpm codegen:check');
  restore();
  expect(code).toBe(1);
  const difference = /packages\/orders codegen:check: -.*\n.*\n/.exec(page)?.[0];
  expect(output).toContain(difference);
  expect(output).toContain(difference?.replaceAll('packages/orders', 'packages/stock'));
});

// M8
it.each([
  ['turbo run', '--output-logs=full', /(\d) cached, \d total/],
  ['nx run-many -t', '--output-style=static', /(\d)\/\d hit/],
])(
  '%s generates before it builds, keeps manifests in its cache, and runs what an edit affects',
  async (command, options, cached) => {
    const hitsOf = async (task: string) => {
      const { code, output } = await run(`${command} ${task} ${options}`);
      return { code, hits: cached.exec(output)?.[1] };
    };
    removeManifests();
    rmSync(join(workspace, 'apps/desk/dist'), { recursive: true, force: true });
    expect(await hitsOf('build')).toEqual({ code: 0, hits: '0' });
    expect(await run('node apps/desk/dist/main.js')).toEqual({ code: 0, output: PRINTED });
    removeManifests();
    expect(await hitsOf('codegen')).toEqual({ code: 0, hits: '2' });
    expect(MANIFESTS.map(read)).toEqual(COMMITTED);
    useNewComment();
    expect(await hitsOf('codegen:check')).toMatchObject({ code: 1 });
    expect(await hitsOf('codegen')).toEqual({ code: 0, hits: '0' });
    for (const file of MANIFESTS) expect(read(file)).toContain('Number on the label');
    restore();
  },
);

function nameOf(archive: string): string {
  return JSON.parse(execFileSync('tar', ['-xzOf', archive, 'package/package.json'], { encoding: 'utf8' }))
    .name;
}
