import { existsSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { main } from './main.js';

const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'create-toolwright-')));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function run(...args: string[]) {
  let stdout = '';
  let stderr = '';
  const code = main(args, {
    cwd: () => folder,
    stdout: { write: (text) => (stdout += text) },
    stderr: { write: (text) => (stderr += text) },
  });
  return { code, stdout, stderr };
}

describe('create-toolwright', () => {
  it('creates a project in a folder and prints how to go there', () => {
    const { code, stdout, stderr } = run('app', '--template', 'agent');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('Next:\n  cd app\n  npm install ');
    expect(existsSync(path.join(folder, 'app/src/main.ts'))).toBe(true);
  });

  it.each(['--help', '-h'])('explains its options and templates with %s, and writes nothing', (flag) => {
    const { code, stdout, stderr } = run('never', flag);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('npm create toolwright [folder]');
    expect(stdout).toContain('-t, --template <name>');
    expect(stdout).toContain('\n  mcp-server  builds the server, connects to it and calls a tool\n');
    expect(existsSync(path.join(folder, 'never'))).toBe(false);
  });

  it.each([
    [['--template', 'next'], "template 'next' does not exist; templates: quickstart, agent, mcp-server"],
    [['one', 'two'], 'expected one folder, got one, two'],
    [['--force'], "Unknown option '--force'"],
  ])('refuses %j', (args, message) => {
    const { code, stderr } = run(...args);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });

  it('reports a folder that cannot be created', () => {
    writeFileSync(path.join(folder, 'file'), '');
    const { code, stderr } = run('file/app');
    expect(code).toBe(1);
    expect(stderr).toMatch(/^error: .*\nfix: /);
  });
});
