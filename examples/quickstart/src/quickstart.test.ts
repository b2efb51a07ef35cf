import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { Agent, PromptRegistry, ToolRegistry } from 'toolwright';
import { ANSWERS } from './answers.js';
import { connect } from './connect.js';
import { LOG_FILE } from './keep-log.js';
import { percentage, RepositoryTools } from './repository-tools.js';
import { manifest } from './toolwright.gen.js';

const repository = fileURLToPath(new URL('../../..', import.meta.url));
const dist = fileURLToPath(new URL('../dist/', import.meta.url));

// A1, A14; A15: main.ts awaits at its top level
describe('the quickstart', () => {
  it('prints the tools, real results and two answers, without an API key', () => {
    expectAnswers(start(`${dist}main.js`));
  });

  // K2
  it('ends with the command that shows its runs in Studio, and keeps them for it', () => {
    const { stdout } = start(`${dist}main.js`);
    expect(stdout).toContain('npx toolwright dev --registry dist/studio.js#registry');
    const events = readFileSync(join(dist, '..', LOG_FILE), 'utf8')
      .trim()
      .split('\n');
    const ends = events.map((line) => JSON.parse(line)).filter(({ type }) => type === 'run-end');
    expect(ends).toMatchObject([{ agent: 'guide' }, { agent: 'auditor' }]);
  });

  it('also runs after bundling and minifying', async () => {
    await build({
      entryPoints: [fileURLToPath(new URL('../dist/main.js', import.meta.url))],
      outfile: `${dist}quickstart.min.js`,
      bundle: true,
      minify: true,
      platform: 'node',
      format: 'esm',
      external: ['@copilotkit/aimock'],
      banner: {
        js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
      },
      logLevel: 'silent',
    });
    expect(readFileSync(`${dist}quickstart.min.js`, 'utf8')).not.toContain('class RepositoryTools');
    expectAnswers(start(`${dist}quickstart.min.js`));
  });

  it('runs two agents on one registry 100 times at once without crosstalk', async () => {
    const copy = mkdtempSync(join(tmpdir(), 'toolwright-quickstart-'));
    for (const part of ['package.json', 'src/decorator']) {
      cpSync(join(repository, 'packages/tools', part), join(copy, 'packages/tools', part), {
        recursive: true,
      });
    }
    const registry = new ToolRegistry(manifest).registerFrom(new RepositoryTools(copy)).register(percentage);
    const prompts = new PromptRegistry();
    prompts.addPrompt('guide', 'Name files and lines.');
    prompts.addPrompt('auditor', 'Report facts.');
    const { client, close } = await connect({});
    try {
      const agents = ANSWERS.map(
        ({ asks }) =>
          new Agent({
            name: asks,
            llmClient: client,
            toolRegistry: registry,
            promptRegistry: prompts,
            systemPromptName: asks,
          }),
      );
      const runs = await Promise.all(
        Array.from({ length: 100 }, (_, index) => agents[index % 2]?.run(ANSWERS[index % 2]?.question ?? '')),
      );
      const expected = await Promise.all(
        agents.map((agent, index) => agent.run(ANSWERS[index]?.question ?? '')),
      );
      for (const [index, run] of runs.entries()) {
        expect(run).toMatchObject({ status: 'completed', finalResponse: expected[index % 2]?.finalResponse });
      }
      expect(expected[0]?.finalResponse).toContain('packages/tools/src/decorator/tool.ts, line');
      expect(expected[1]?.finalResponse).toMatch(/largest with \d+ lines, \d+(\.\d)? % of the top five/);
    } finally {
      await close();
      rmSync(copy, { recursive: true, force: true });
    }
  });
});

describe('the tools of the quickstart', () => {
  const tools = new RepositoryTools(repository);

  it('refuse to read outside the repository', async () => {
    await expect(tools.readFile('../no-such-folder/README.md')).rejects.toThrow('There is no file');
    await expect(tools.readFile('/etc/hostname')).rejects.toThrow('outside the repository');
  });

  it('report the contents of package.json', async () => {
    const { dependencies } = JSON.parse(readFileSync(`${repository}/packages/tools/package.json`, 'utf8'));
    expect((await tools.dependencies())['@toolwright/tools']).toEqual(Object.keys(dependencies).sort());
  });

  it('find the files that match a pattern, and no others', async () => {
    const found = await tools.findFiles('packages/contract/src/*.ts');
    expect(found.map(({ path }) => path)).toContain('packages/contract/src/errors.ts');
    expect(found.every(({ path }) => path.startsWith('packages/contract/src/'))).toBe(true);
  });
});

interface Finished {
  status: number | null;
  stdout: string;
}

function start(program: string): Finished {
  const { PATH, HOME } = process.env;
  const { status, stdout, stderr } = spawnSync(process.execPath, [program], {
    env: { PATH, HOME, NO_COLOR: '1' },
    encoding: 'utf8',
    timeout: 240_000,
  });
  if (status !== 0) throw new Error(`${program} ended with ${status}:\n${stdout}${stderr}`);
  return { status, stdout };
}

function expectAnswers({ stdout }: Finished): void {
  // The number of digits in durations decides where lines wrap.
  const text = stdout.replace(/\s+/g, ' ');
  expect(text).toContain('findFiles(pattern, limit)');
  expect(text).toContain('SCRIPTED');
  expect(text).toContain('export interface ToolMarker');
  expect(text).toContain('kind must be one of "dependencies"');
  expect(text).toMatch(/is the largest with \d+ lines/);
}
