/** The packed packages in a new project: installed with npm, compiled and run by every common tool. */
import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LLMock } from '@copilotkit/aimock';
import { codeBlocks, refusedBlocks } from '../code-blocks.js';
import { packedArchives } from '../packed.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const PACKAGES = [
  'typescript59@npm:typescript@5.9.3',
  'typescript60@npm:typescript@6.0.3',
  'typescript70@npm:typescript@7.0.2',
  'tsx@4.23.15',
  'esbuild@0.28.2',
  '@swc/core@1.16.22',
  '@types/node@20.19.0',
  'reflect-metadata@0.2.2',
];
/** Retries a request that hangs, instead of waiting for npm's default of five minutes. */
const PATIENCE = ['--fetch-timeout=30000', '--fetch-retries=5'];
const ANSWER = 'It will be 12 degrees in Oslo.';
/** A compiler that accepts the argument reports the directive as unused. */
const REFUSED = `import { ToolRegistry } from 'toolwright';
import { manifest } from './toolwright.gen.js';
export const call = () =>
  // @ts-expect-error The parameter is called city.
  new ToolRegistry(manifest).call('forecast', { town: 'Oslo' });
`;

const folder = mkdtempSync(join(tmpdir(), 'toolwright-consumer-'));
const model = new LLMock({ port: 0, host: '127.0.0.1', logLevel: 'silent' });
let baseUrl = '';

type Modules = 'module' | 'commonjs';
type Decorators = 'standard' | 'legacy';
const VARIANTS: readonly [Modules, Decorators][] = [
  ['module', 'standard'],
  ['module', 'legacy'],
  ['commonjs', 'standard'],
  ['commonjs', 'legacy'],
];

beforeAll(async () => {
  const archives: readonly string[] = await packedArchives();
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  await succeed('npm', [
    'install',
    '--no-audit',
    '--no-fund',
    '--prefer-offline',
    ...PATIENCE,
    ...archives,
    ...PACKAGES,
  ]);
  for (const variant of VARIANTS) await createProject(...variant);
  model.on({ hasToolResult: false }, { toolCalls: [{ name: 'forecast', arguments: '{"city":"Oslo"}' }] });
  model.on({ toolResultContains: '{"city":"Oslo","celsius":[12]}' }, { content: ANSWER });
  baseUrl = `${await model.start()}/v1`;
});

afterAll(async () => {
  await model.stop();
  rmSync(folder, { recursive: true, force: true });
});

it('names the build of codegen in its package.json, by which its cache knows a rebuilt archive', () => {
  const file = join(folder, 'node_modules/@toolwright/codegen/package.json');
  expect(JSON.parse(readFileSync(file, 'utf8')).build).toMatch(/^[0-9a-f]{32}$/);
});

it('installs libraries with few files, so that imports are fast', () => {
  for (const library of [
    'contract',
    'core',
    'json',
    'json-schema',
    'llm',
    'logger',
    'prompts',
    'redaction',
    'tools',
  ]) {
    const modules = loadedModules(join(folder, 'node_modules/@toolwright', library));
    expect({ library, few: modules.length > 0 && modules.length <= 8, modules }).toMatchObject({ few: true });
  }
});

/** The modules of an installed library that its import loads on Node.js. */
function loadedModules(library: string): readonly string[] {
  const { exports, imports } = JSON.parse(readFileSync(join(library, 'package.json'), 'utf8'));
  const loaded = new Set<string>([join(library, exports['.'].default)]);
  for (const file of loaded) {
    const text = readFileSync(file, 'utf8');
    for (const [, name = ''] of text.matchAll(/^(?:import|export)\b[^'"]*?["']([.#][^'"]*)["']/gm)) {
      const chosen = imports?.[name];
      loaded.add(chosen ? join(library, chosen.node ?? chosen.default) : join(dirname(file), name));
    }
  }
  return [...loaded].filter((file) => file.endsWith('.js'));
}

it('prints build errors with file, line and fix', async () => {
  const project = join(folder, 'refused');
  write(project, 'tsconfig.json', '{ "compilerOptions": { "target": "es2022", "module": "nodenext" } }');
  const [wrong] = refusedBlocks(join(root, 'README.md'));
  write(project, 'calendar.ts', wrong?.text ?? '');
  for (const format of ['pretty', 'json', 'github', 'sarif']) {
    const { code, output } = await execute('npx', ['toolwright', 'codegen', '--format', format], project);
    expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining('TW2001') });
  }
});

describe.each(VARIANTS)('the program of the README as a %s with %s decorators', (modules, decorators) => {
  const project = join(folder, `${modules}-${decorators}`);

  it.each(['typescript59', 'typescript70'])(
    'type-checks with %s, which refuses a wrong argument',
    async (compiler) => {
      await succeed('node', [`../node_modules/${compiler}/bin/tsc`, '--noEmit'], project);
    },
  );

  it('type-checks with typescript60, which refuses a wrong argument, and runs the output', async () => {
    await succeed('node', ['../node_modules/typescript60/bin/tsc', '--outDir', 'tsc'], project);
    await expectAnswer(project, ['tsc/main.js'], decorators);
  });

  // As ES modules, these are rows of the table in docs/builds.md, which have tests of their own.
  if (modules === 'module') return;

  it('runs after a build by swc', async () => {
    await succeed('node', ['../swc.mjs', modules, decorators], project);
    await expectAnswer(project, ['swc/main.js'], decorators);
  });

  it('runs after esbuild has bundled and minified it', async () => {
    const flags = [
      '--bundle',
      '--minify',
      '--platform=node',
      '--target=node20',
      '--packages=external',
      '--format=cjs',
    ];
    await succeed(
      '../node_modules/.bin/esbuild',
      ['src/main.ts', ...flags, '--outfile=esbuild/main.js'],
      project,
    );
    await expectAnswer(project, ['esbuild/main.js'], decorators);
  });

  it('runs with tsx', async () => {
    await expectAnswer(project, ['../node_modules/tsx/dist/cli.mjs', 'src/main.ts'], decorators);
  });
});

function codeOf(file: string): string {
  const block = codeBlocks(join(root, 'README.md')).find((candidate) => candidate.file === file);
  if (!block) throw new Error(`README.md has no code block for ${file}.`);
  return block.text;
}

async function createProject(modules: Modules, decorators: Decorators): Promise<void> {
  const project = join(folder, `${modules}-${decorators}`);
  const legacy = decorators === 'legacy' ? { experimentalDecorators: true, emitDecoratorMetadata: true } : {};
  write(project, 'package.json', JSON.stringify({ private: true, type: modules }));
  write(
    project,
    'tsconfig.json',
    JSON.stringify({
      compilerOptions: {
        target: 'es2022',
        module: 'nodenext',
        strict: true,
        types: ['node'],
        rootDir: 'src',
        // The declarations of all libraries are the same in each variant, so only one variant checks them, with each compiler.
        skipLibCheck: !(modules === 'module' && decorators === 'standard'),
        ...legacy,
      },
      include: ['src'],
    }),
  );
  write(project, 'src/weather.ts', codeOf('src/weather.ts'));
  write(project, 'src/main.ts', codeOf('src/weather-agent.ts'));
  write(project, 'src/wrong.ts', REFUSED);
  cpSync(join(root, 'scripts/installed/consumer-swc.mjs'), join(folder, 'swc.mjs'));
  await succeed('npx', ['--no-install', 'toolwright', 'codegen'], project);
  expect(readFileSync(join(project, 'src/toolwright.gen.ts'), 'utf8')).toContain('forecast');
}

function write(project: string, file: string, text: string): void {
  const path = join(project, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

async function expectAnswer(project: string, args: string[], decorators: Decorators): Promise<void> {
  // With reflect-metadata loaded, legacy builds emit `design:paramtypes`, which the registry compares with the manifest.
  const metadata = decorators === 'legacy' ? ['--import', 'reflect-metadata'] : [];
  const { code, output } = await execute('node', [...metadata, ...args], project);
  expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining(ANSWER) });
}

async function succeed(command: string, args: string[], cwd = folder): Promise<void> {
  const { code, output } = await execute(command, args, cwd);
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}:\n${output}`);
}

/** Runs a command with the environment of a newcomer and the address of the scripted model. */
function execute(
  command: string,
  args: string[],
  cwd: string,
): Promise<{ code: number | null; output: string }> {
  const { HOME } = process.env;
  // npm hangs if it runs inside another npx. The programs themselves run on the Node under test.
  const outside = (folder: string): boolean => !folder.includes('_npx');
  const own = process.env.PATH ?? '';
  const PATH = /^np[mx]$/.test(command) ? own.split(':').filter(outside).join(':') : own;
  const env = { PATH, HOME, OPENAI_API_KEY: 'test', OPENAI_BASE_URL: baseUrl, NO_COLOR: '1' };
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], timeout: 480_000 });
    let output = '';
    const collect = (chunk: Buffer) => {
      output += chunk.toString();
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output }));
  });
}
