/** The git assistant as a command: its archive, installed globally below a temporary folder. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packGitAssistant } from '../pack-git-assistant.mjs';

const folder = mkdtempSync(join(tmpdir(), 'git-assistant-command-'));
const prefix = join(folder, 'prefix');
const project = join(folder, 'project');
const { PATH = '' } = process.env;

beforeAll(async () => {
  const archive: string = await packGitAssistant(folder);
  execFileSync(
    'npm',
    ['install', '--global', '--prefix', prefix, '--prefer-offline', '--no-audit', archive],
    {
      stdio: 'pipe',
    },
  );
  mkdirSync(project);
  git('init', '--quiet', '--initial-branch=main');
  writeFileSync(join(project, 'sum.ts'), 'export const sum = (a: number, b: number) => a + b;\n');
  git('add', '--all');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function git(...args: string[]): void {
  execFileSync('git', args, { cwd: project, stdio: 'pipe' });
}

function assistant(...args: string[]) {
  return spawnSync(join(prefix, 'bin/git-assistant'), args, {
    cwd: project,
    env: { PATH, HOME: folder },
    encoding: 'utf8',
  });
}

// E7
describe('the installed command', () => {
  it('knows its capabilities, which are files beside it', () => {
    const { status, stdout } = assistant('capabilities');
    expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringContaining('release_notes') });
  });

  it('writes a message without a key, because the scripted model is a dependency', () => {
    const { status, stdout, stderr } = assistant('commit');
    expect({ status, stderr }).toEqual({ status: 0, stderr: expect.stringContaining('SCRIPTED') });
    expect(stdout).not.toBe('');
  });

  it.each([
    ['openai', 'OPENAI_API_KEY'],
    ['anthropic', 'ANTHROPIC_API_KEY'],
    ['google', 'GOOGLE_API_KEY'],
  ])('finds the SDK of %s', (provider, variable) => {
    const { status, stderr } = spawnSync(
      join(prefix, 'bin/git-assistant'),
      ['commit', '--provider', provider, '--model', 'm', '--base-url', 'http://127.0.0.1:1'],
      { cwd: project, env: { PATH, HOME: folder, [variable]: 'x' }, encoding: 'utf8', timeout: 240_000 },
    );
    expect(status).toBe(1);
    expect(stderr).not.toMatch(/is not installed|npm install|ERR_MODULE_NOT_FOUND/);
  });
});
