/** The steps of a newcomer: the README's commands in their order in a fresh copy, then new projects from templates. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { LLMock } from '@copilotkit/aimock';
import { codeBlocks } from '../code-blocks.js';
import { packages } from '../workspace.mjs';
import { runShell } from './run-shell.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const readme = readFileSync(join(root, 'README.md'), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'toolwright-newcomer-'));
const clone = join(folder, 'toolwright');
const project = join(folder, 'my-project');
const model = new LLMock({ port: 0, host: '127.0.0.1', logLevel: 'silent' });
const ANSWER = 'It will be 12 degrees in Oslo.';
const INSTALL_MS = 600_000;
const RUN_MS = 240_000;

beforeAll(async () => {
  copyRepository();
  model.on({ hasToolResult: false }, { toolCalls: [{ name: 'forecast', arguments: '{"city":"Oslo"}' }] });
  model.on({ toolResultContains: '{"city":"Oslo","celsius":[12]}' }, { content: ANSWER });
  await model.start();
}, INSTALL_MS);

afterAll(async () => {
  await model.stop();
  rmSync(folder, { recursive: true, force: true });
});

// The tests depend on each other, like the steps of a newcomer.
describe('the README from its top', () => {
  const [see = '', install = ''] = shellBlocks(readme);

  it(
    'starts the quickstart',
    async () => {
      const [start = ''] = see.split('\n');
      expect(start).toMatch(/^npm start /);
      const { code, output } = await runShell(start, clone);
      expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining('SCRIPTED') });
    },
    INSTALL_MS,
  );

  it(
    'packs the packages, installs them in a project and adds an agent that runs offline',
    async () => {
      expect(install).toMatch(/^npm run pack -- \.\.\/my-project\/vendor\ncd \.\.\/my-project\n/);
      const { code, output } = await runShell(install, clone);
      expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining('In Oslo it is ') });
    },
    INSTALL_MS,
  );

  it('generates schemas, builds and runs the program', async () => {
    for (const { file, text } of codeBlocks(join(root, 'README.md'))) write(file, text);
    for (const command of ['npx toolwright codegen', 'npx toolwright codegen --check']) {
      expect(readme).toContain(`\`${command}\``);
      expect(await runShell(command, project)).toMatchObject({ code: 0 });
    }
    const answer = await runShell(buildAndRun().replace('…', 'a-key'), project, {
      OPENAI_BASE_URL: `${model.url}/v1`,
    });
    expect(answer).toEqual({ code: 0, output: expect.stringContaining(ANSWER) });
  });

  it('says in one line that the program needs a key', async () => {
    const [, run = ''] = /(node dist\/[\w-]+\.js)$/.exec(buildAndRun()) ?? [];
    expect(await runShell(run, project, { OPENAI_API_KEY: '' })).toEqual({
      code: 1,
      output:
        "No API key for openai: OPENAI_API_KEY is not set. Set OPENAI_API_KEY in the environment, or pass apiKey. Servers without keys: provider 'openai-compatible'.\n",
    });
  });
});

describe('a new project', () => {
  const installed = join(folder, 'new', 'quickstart');

  it(
    'runs after `toolwright init` in an empty folder and `npm install`',
    async () => {
      mkdirSync(installed, { recursive: true });
      expect(await runShell('../../my-project/node_modules/.bin/toolwright init', installed)).toMatchObject({
        code: 0,
      });
      // The packages are not in the registry yet, so the test uses their archives.
      expect(await runShell('npm install ../../my-project/vendor/*.tgz', installed)).toMatchObject({
        code: 0,
      });
      const { code, output } = await runShell('npm start', installed);
      expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining('In Oslo it is ') });
      expect(output).toContain('\nTo run the agent on a page that shows each step: npm run studio\n');
      expect(await runShell('npm run codegen:check', installed)).toMatchObject({ code: 0 });
    },
    INSTALL_MS,
  );

  it('also runs as CommonJS', async () => {
    await expectCommonJs(installed, 'dist/main.js', 'In Oslo it is ');
  });

  it.each([
    [
      'agent',
      'npm start',
      'dist/main.js',
      'Added. The open tasks are [{"id":1,"title":"Water the plants","done":false}]',
    ],
    ['mcp-server', 'npm run try', 'dist/try.js', "{ result: { item: 'A-17', pieces: 3 }, error: null }"],
  ])(
    'that create-toolwright makes from the template %s runs as ES modules and as CommonJS',
    async (template, command, file, printed) => {
      const create = join(project, 'node_modules/.bin/create-toolwright');
      const made = await runShell(`"${create}" ${template} --template ${template}`, join(folder, 'new'));
      expect(made).toEqual({ code: 0, output: expect.stringContaining(`cd ${template}`) });
      const app = join(folder, 'new', template);
      symlinkSync(join(installed, 'node_modules'), join(app, 'node_modules'));
      const { code, output } = await runShell(command, app);
      expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining(printed) });
      await expectCommonJs(app, file, printed);
    },
  );

  it('runs codegen and the program again after each change', async () => {
    const tools = join(installed, 'src/tools.ts');
    // A process group of its own, so that its children end with it.
    const dev = spawn('npm', ['run', 'dev'], {
      cwd: installed,
      detached: true,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    try {
      await untilPrinted(dev.stdout, ['In Oslo it is ', 'Watching for changes']);
      writeFileSync(tools, readFileSync(tools, 'utf8').replace('Counts the days', 'Tells the days'));
      await untilPrinted(dev.stdout, ['Wrote src/toolwright.gen.ts', 'In Oslo it is ']);
      expect(readFileSync(join(installed, 'src/toolwright.gen.ts'), 'utf8')).toContain('Tells the days');
    } finally {
      if (dev.pid !== undefined) process.kill(-dev.pid, 'SIGTERM');
    }
  });
});

/** Builds a project as CommonJS that was built as ES modules before; the generated module is the same. */
async function expectCommonJs(app: string, file: string, printed: string): Promise<void> {
  const manifest = join(app, 'package.json');
  const text = readFileSync(manifest, 'utf8');
  writeFileSync(manifest, JSON.stringify({ ...JSON.parse(text), type: 'commonjs' }));
  const { code, output } = await runShell(`npx tsc && node ${file}`, app);
  expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining(printed) });
  expect(readFileSync(join(app, file), 'utf8')).toContain('require(');
  writeFileSync(manifest, text);
}

/** Resolves when all these texts have been printed, in any order; rejects if that takes too long. */
async function untilPrinted(stream: Readable, texts: readonly string[]): Promise<void> {
  let output = '';
  const signal = AbortSignal.timeout(RUN_MS / 2);
  while (!texts.every((text) => output.includes(text))) {
    const [chunk] = await once(stream, 'data', { signal }).catch(() => {
      throw new Error(`Expected ${texts.join(' and ')} in:\n${output}`);
    });
    output += String(chunk);
  }
}

/**
 * Copies the files that a clone of the repository would have, including uncommitted ones, and the build output: `tsc -b` then builds only
 * the differences. CI builds from nothing, because it starts from a clone.
 */
function copyRepository(): void {
  const { stdout, status } = spawnSync(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard'],
    {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    },
  );
  if (status !== 0) throw new Error('git ls-files failed: the test needs a git checkout.');
  for (const name of stdout.split('\0').filter((file) => file !== '' && existsSync(join(root, file)))) {
    cpSync(join(root, name), join(clone, name), { preserveTimestamps: true });
  }
  for (const name of [...packages(), 'examples/quickstart'].map((path) => join(path, 'dist'))) {
    if (existsSync(join(root, name)))
      cpSync(join(root, name), join(clone, name), { recursive: true, preserveTimestamps: true });
  }
}

function write(file: string, text: string): void {
  mkdirSync(dirname(join(project, file)), { recursive: true });
  writeFileSync(join(project, file), text);
}

function shellBlocks(markdown: string): string[] {
  return [...markdown.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, text = '']) => text);
}

/** The command below the program of the README. */
function buildAndRun(): string {
  return /`(npm run build && OPENAI_API_KEY=… node dist\/weather-agent\.js)`/.exec(readme)?.[1] ?? '';
}
