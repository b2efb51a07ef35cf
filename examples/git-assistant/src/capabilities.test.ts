import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from './cli.test.support.js';
import { startModel } from './model.test.support.js';
import { createRepository } from './repository.test.support.js';

const repository = createRepository({ 'a.ts': 'export const a = 1;\n' });
const folder = mkdtempSync(join(tmpdir(), 'capabilities-'));
afterAll(() => {
  repository.dispose();
  rmSync(folder, { recursive: true });
});
const own = (...args: string[]) => ['--capabilities', folder, ...args];

beforeAll(() => {
  writeFileSync(
    join(folder, 'haiku.toml'),
    'name = "haiku"\ndescription = "A haiku"\ntask_prompt = "Write seventeen syllables."\noutput_type = "PlainText"\n',
  );
  writeFileSync(
    join(folder, 'wip.toml'),
    'name = "wip"\ndescription = "A title"\ntask_prompt = "Begin with WIP."\noutput_type = "GeneratedMessage"\n',
  );
});

// E7
describe("a capability of the user's own", () => {
  it('runs by its name, with given words or with its description', async () => {
    const model = await startModel(() => ({ content: 'Old pond.' }));
    const options = { cwd: repository.root, env: model.env };
    const asked = await runCommand(own('run', 'haiku', 'About', 'frogs.'), options);
    const silent = await runCommand(own('run', 'haiku'), options);
    await model.stop();
    expect(asked).toMatchObject({ code: 0, stdout: 'Old pond.\n' });
    expect(silent.code).toBe(0);
    const prompts = model.requests.map(({ messages }) => messages.map(({ content }) => content));
    expect(String(prompts[0]?.[0])).toContain('Write seventeen syllables.');
    expect(prompts.map((prompt) => prompt[1])).toEqual([
      'About frogs.',
      'Do your task for this repository: A haiku',
    ]);
  });

  it('can use a built-in output type', async () => {
    const model = await startModel(() => ({ content: '{"title": "WIP: a"}' }));
    const { stdout } = await runCommand(own('run', 'wip'), { cwd: repository.root, env: model.env });
    await model.stop();
    expect(stdout).toBe('WIP: a\n');
  });

  it('is listed with the others', async () => {
    const { stdout } = await runCommand(own('capabilities'), { cwd: repository.root });
    expect(stdout).toContain('commit: A commit message');
    expect(stdout).toContain('haiku: A haiku\n');
    expect(stdout).not.toContain('verify');
  });

  it('that does not exist is refused with the available names', async () => {
    const { code, stderr } = await runCommand(own('run', 'hiaku'), { cwd: repository.root });
    expect(code).toBe(2);
    expect(stderr).toMatch(/There is no capability "hiaku"\.\nThere are: .*haiku/);
  });

  // G4
  it('is refused without showing secrets from the file', async () => {
    const env = { DEPLOY_TOKEN: 'plain-but-secret-value' };
    const secret = 'ghp_abcdefghijklmnopqrstuvwxyz0123456789';
    const said: string[] = [];
    for (const args of [
      ['--capabilities', `/nowhere/${secret}`, 'capabilities'],
      ['--capabilities', '/nowhere/plain-but-secret-value', '--debug', 'capabilities'],
      ['run', 'plain-but-secret-value'],
      ['--provider', secret, 'capabilities'],
    ]) {
      const { code, stderr } = await runCommand(args, { cwd: repository.root, env });
      expect(code).toBe(2);
      said.push(stderr);
    }
    for (const one of said) expect(one).toContain('[redacted]');
    expect(said.join()).not.toMatch(/ghp_abc|plain-but-secret/);
  });
});
