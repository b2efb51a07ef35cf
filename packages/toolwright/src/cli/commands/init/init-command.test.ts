import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createScratch, removeScratch, runCli } from '../../cli.test.support.js';

afterAll(removeScratch);

describe('toolwright init', () => {
  it('sets up a project in an empty folder, and prints what to run next', async () => {
    const folder = createScratch();
    const { code, stdout, stderr } = await runCli(['init'], { cwd: folder });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toBe(
      [
        'package.json: written',
        'tsconfig.json: written',
        '.gitignore: written',
        'src/tools.ts: written',
        'src/model.ts: written',
        'src/agent.ts: written',
        'src/main.ts: written',
        '',
        'Next:',
        '  npm install            installs the dependencies',
        '  npm start              calls a tool, then lets an agent call another',
        '  npm run studio         opens a page with the tools and the runs of the agent',
        '  npm run dev            runs codegen and the program again after each change',
        '  npm run codegen:check  in CI: fails if src/toolwright.gen.ts is stale',
        '',
      ].join('\n'),
    );
  });

  it('creates the project of a template', async () => {
    const folder = createScratch();
    const { stdout } = await runCli(['init', '--template', 'mcp-server'], { cwd: folder });
    expect(stdout).toContain('src/try.ts: written\n');
    expect(readFileSync(path.join(folder, 'package.json'), 'utf8')).toContain('"@toolwright/mcp"');
  });

  it('refuses an unknown template with the names of those that exist', async () => {
    const { code, stderr } = await runCli(['init', '--template', 'next'], { cwd: createScratch() });
    expect(code).toBe(2);
    expect(stderr).toContain('quickstart, agent, mcp-server');
  });

  it('reports a broken package.json and leaves it as it is', async () => {
    const folder = createScratch({ 'package.json': '{ "name": ' });
    const { code, stderr } = await runCli(['init'], { cwd: folder });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^error INVALID_PROJECT: .*package\.json is broken: /);
    expect(readFileSync(path.join(folder, 'package.json'), 'utf8')).toBe('{ "name": ');
  });
});
