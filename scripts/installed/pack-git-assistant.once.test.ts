/** The git assistant as a command: its archive, installed without a registry in an empty folder, with an empty home. */
import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startModel, type TestModel, turnOf } from '../../examples/git-assistant/src/model.test.support.js';
import { packGitAssistant } from '../pack-git-assistant.mjs';

const folder = mkdtempSync(join(tmpdir(), 'git-assistant-command-'));
const place = join(folder, 'place');
const project = join(folder, 'project');
const { PATH = '' } = process.env;
const environment = {
  PATH,
  HOME: join(folder, 'home'),
  npm_config_update_notifier: 'false',
  ...Object.fromEntries(
    ['AUTHOR', 'COMMITTER'].flatMap((who) => [
      [`GIT_${who}_NAME`, 'Ada'],
      [`GIT_${who}_EMAIL`, 'ada@example.org'],
    ]),
  ),
};
let model: TestModel | undefined;

beforeAll(async () => {
  for (const path of [environment.HOME, place, project]) mkdirSync(path);
  const archive: string = await packGitAssistant(folder);
  const { stderr } = await run('npm', 'install', '--offline', '--no-audit', archive);
  expect(stderr).toBe('');
  git('init', '--quiet', '--initial-branch=main');
});
beforeEach(() => {
  writeFileSync(join(project, 'sum.ts'), 'export const sum = (a: number, b: number) => a + b;\n');
  git('add', '--all');
});
afterEach(async () => {
  await model?.stop();
  model = undefined;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: project, env: environment, encoding: 'utf8' });
}

interface Finished {
  readonly status: unknown;
  readonly stdout: string;
  readonly stderr: string;
}

function run(command: string, ...args: string[]): Promise<Finished> {
  return new Promise((resolve) => {
    execFile(
      command,
      args,
      { cwd: place, env: { ...environment, ...model?.env }, timeout: 480_000 },
      (error, stdout, stderr) => resolve({ status: error === null ? 0 : error.code, stdout, stderr }),
    );
  });
}

const assistant = (...args: string[]) =>
  run(join(place, 'node_modules/.bin/git-assistant'), '--repo', project, ...args);

const answer = (title: string) => ({ content: JSON.stringify({ emoji: null, title, message: '' }) });

// E7
describe('the installed command', () => {
  it('is one package of less than 20 MB, with the licences of what is in it', () => {
    const modules = join(place, 'node_modules');
    expect(readdirSync(modules).filter((name) => !name.startsWith('.'))).toEqual(['git-assistant']);
    const files = readdirSync(modules, { recursive: true, encoding: 'utf8' });
    const bytes = files.reduce((sum, name) => sum + statSync(join(modules, name)).size, 0);
    expect(bytes).toBeLessThan(20_000_000);
    const licences = readFileSync(join(modules, 'git-assistant/THIRD_PARTY_LICENSES.txt'), 'utf8');
    for (const name of ['openai', '@anthropic-ai/sdk', '@google/genai', 'typescript', 'commander'])
      expect(licences).toContain(`\n${name} `);
    expect(licences).not.toMatch(/={80}\n[^\n]*\n\n(?:={80}|$)/);
  });

  it('loads neither an SDK nor the compiler before they are used', async () => {
    const { dist, main } = { dist: join(place, 'node_modules/git-assistant/dist'), main: 'main.js' };
    const reached = new Set([main]);
    for (const name of reached)
      for (const [, next = ''] of readFileSync(join(dist, name), 'utf8').matchAll(
        /(?:from|import) ?"\.\/([^"]+)"/g,
      ))
        reached.add(next);
    expect([...reached].filter((name) => /openai|typescript|groq/.test(name))).toEqual([]);
    const bytes = [...reached].reduce((sum, name) => sum + statSync(join(dist, name)).size, 0);
    expect(bytes).toBeLessThan(1_600_000);
  });

  it('knows its version and its capabilities, which are files beside it', async () => {
    const { version } = JSON.parse(
      readFileSync(join(place, 'node_modules/git-assistant/package.json'), 'utf8'),
    );
    expect(await run('npx', '--offline', '--', 'git-assistant', '--version')).toEqual({
      status: 0,
      stdout: `${version}\n`,
      stderr: '',
    });
    const { status, stdout } = await assistant('capabilities');
    expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringContaining('release_notes') });
  });

  it('says how to set a key if there is none, and shows without one what it would ask', async () => {
    const { status, stderr } = await assistant('commit');
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: expect.stringMatching(/^No API key is set and no --provider is given\.\nSet OPENAI_API_KEY, /),
    });
    const dry = await assistant('commit', '--dry-run');
    expect(dry).toMatchObject({ status: 0, stdout: expect.stringContaining('sum.ts') });
  });

  it('makes a commit', async () => {
    model = await startModel(() => answer('Add two numbers'));
    expect(await assistant('commit', '--apply', '--yes')).toMatchObject({ status: 0 });
    expect(git('log', '--format=%s')).toBe('Add two numbers\n');
  });

  it.each([
    ['anthropic', 'ANTHROPIC_API_KEY', ''],
    ['google', 'GOOGLE_API_KEY', ''],
    ['openai-compatible', 'OPENAI_API_KEY', '/v1'],
  ])('asks %s', async (provider, variable, version) => {
    writeFileSync(join(project, 'sum.ts'), 'export const sum = 0;\n');
    git('add', '--all');
    const { env, ...others } = await startModel(() => answer('Sum nothing'));
    model = { ...others, env: { [variable]: 'key' } };
    const url = `${env.OPENAI_BASE_URL?.replace(/\/v1$/, '')}${version}`;
    const finished = await assistant('commit', '--provider', provider, '--model', 'm', '--base-url', url);
    expect(finished).toMatchObject({ status: 0, stdout: 'Sum nothing\n' });
  });

  it('reads TypeScript with its own compiler', async () => {
    writeFileSync(join(project, 'broken.ts'), 'export function broken( {\n');
    git('add', '--all');
    model = await startModel((request) =>
      turnOf(request) > 0
        ? { content: 'Read.' }
        : { toolCalls: ['repositoryMap', 'staticAnalysis'].map((name) => ({ name, arguments: '{}' })) },
    );
    expect(await assistant('chat', 'What is wrong?')).toMatchObject({ status: 0 });
    const results = JSON.stringify(model.requests.at(-1)?.messages.filter(({ role }) => role === 'tool'));
    expect(results).toContain('export const sum');
    expect(results).toContain('expected.');
  });
});
