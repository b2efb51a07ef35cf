import { runCommand } from './cli.test.support.js';
import { createRepository } from './repository.test.support.js';

const repository = createRepository({
  'src/add.ts': 'export const add = (a: number, b: number) => a + b;\n',
  'README.md': '# Numbers\n\nAdds.\n',
});
const inside = { cwd: repository.root };

beforeAll(() => {
  repository.git('tag', 'v1.0.0');
  repository.commit('Subtract as well', {
    'src/add.ts':
      'export const add = (a: number, b: number) => a + b;\nexport const subtract = (a: number, b: number) => a - b;\n',
  });
  repository.git('checkout', '--quiet', '-b', 'topic');
  repository.commit('Multiply', {
    'src/multiply.ts': 'export const multiply = (a: number, b: number) => a * b;\n',
  });
});
afterAll(() => repository.dispose());

// E7, E11: every capability of the command line, by the scripted model over HTTP
describe('git-assistant', () => {
  it('says that the model is scripted if there is no key, and starts none for a dry run', async () => {
    expect((await runCommand(['chat', 'What is this?'], inside)).stderr).toContain('SCRIPTED');
    const { code, stderr } = await runCommand(['--dry-run', 'chat', 'What is this?'], inside);
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: 'No API key is set and no --provider is given.\n\n',
    });
  });

  it('describes a pull request', async () => {
    const { code, stdout } = await runCommand(['pr'], inside);
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout:
        '# Multiply\n\n1 commit, 1 file.\n\n## Changes\n\n- Multiply\n\n## Testing\n\nThe range has no tests.\n',
    });
  });

  it('reviews a branch, with the help of sub-agents', async () => {
    const { code, stdout } = await runCommand(['review', '--base', 'main'], inside);
    expect(code).toBe(0);
    expect(stdout).toContain('# Review: comment');
    // E6: the answer of the sub-agent, which has read the file
    expect(stdout).toContain('"success":true,"result":"src/multiply.ts has 1 line."');
  });

  it('reviews one commit, by its parent', async () => {
    const { code, stdout } = await runCommand(['--dry-run', 'review', 'v1.0.0~0'], inside);
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringContaining('{"of":"commits","head":"v1.0.0~0"}'),
    });
    const both = await runCommand(['--dry-run', 'review', 'HEAD', '--staged'], inside);
    expect(both).toMatchObject({ code: 2, stderr: expect.stringContaining('A commit is reviewed alone.') });
    const none = await runCommand(['--dry-run', 'review', 'nowhere'], inside);
    expect(none).toMatchObject({ code: 2, stderr: expect.stringContaining('There is no commit "nowhere".') });
  });

  it('tells its version, and helps', async () => {
    expect(await runCommand(['--version'], inside)).toMatchObject({ code: 0, stdout: '0.0.0\n' });
    const { code, stdout } = await runCommand(['help', 'review'], inside);
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('--untracked') });
  });

  it('writes a changelog since the last tag', async () => {
    const { stdout } = await runCommand(['changelog', '--release', '1.1.0'], inside);
    expect(stdout).toMatch(
      /^## \[1\.1\.0\]\n\n### Changed\n\n- Multiply \([0-9a-f]{7}\)\n- Subtract as well \([0-9a-f]{7}\)\n$/,
    );
  });

  it('writes release notes for a range', async () => {
    const { stdout } = await runCommand(['release-notes', '--from', 'v1.0.0', '--to', 'main'], inside);
    expect(stdout).toBe(
      '# Release notes\n\n1 commit by 1 person.\n\n## Subtract as well\n\nSubtract as well\n',
    );
  });

  it('explains a line', async () => {
    const { stdout } = await runCommand(['blame', 'src/add.ts:2'], inside);
    expect(stdout).toContain('# src/add.ts:2');
    expect(stdout).toMatch(/- [0-9a-f]{7} \d{4}-\d\d-\d\d Ada: Subtract as well/);
  });

  it('answers a question, and streams it', async () => {
    const { stdout } = await runCommand(['chat', 'What', 'is', 'this?'], inside);
    expect(stdout).toContain('has 3 files and 3 commits; the branch is topic.');
  });

  it('prints one JSON object', async () => {
    const { stdout } = await runCommand(['--json', 'pr'], inside);
    expect(JSON.parse(stdout)).toMatchObject({
      type: 'PullRequest',
      capability: 'pr',
      value: { title: 'Multiply', breakingChanges: [] },
      revised: false,
      critique: { requiresRevision: false },
    });
  });

  // E13
  it('prints phases and tools with --debug', async () => {
    const { stderr } = await runCommand(['--debug', 'pr'], inside);
    expect(stderr).toMatch(/tool \[\S+\] gitLog \{.*"base":"main"/);
    expect(stderr).toMatch(/task pr: answer took \d+ ms\n[\s\S]*task pr: critique begins/);
    expect(stderr).toMatch(/tool \[\S+\] gitLog gave \d+ characters in \d+ ms/);
  });
});
