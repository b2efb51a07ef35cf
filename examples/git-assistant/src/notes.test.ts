import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from './cli.test.support.js';
import { createRepository, TEST_ENVIRONMENT, type TestRepository } from './repository.test.support.js';

let repository: TestRepository;
beforeEach(() => {
  repository = createRepository({ a: '1\n' });
});
afterEach(() => repository.dispose());

const empty = (title: string) => repository.git('commit', '--quiet', '--allow-empty', '-m', title);
const tag = (...args: string[]) => repository.git('tag', ...args);

/** The range that a changelog would have, and the titles in its prompt. */
async function range(folder = '.', ...flags: string[]) {
  const cwd = join(repository.root, folder);
  const { code, stdout, stderr } = await runCommand(['--dry-run', 'changelog', ...flags], { cwd });
  const [, shown] = /Note: The range is (.*)\./.exec(stderr) ?? [];
  return { code, shown, stdout, stderr };
}

// E16
describe('the range of a changelog', () => {
  beforeEach(() => {
    empty('feat: one');
    tag('v1.0.0');
    tag('-a', 'v0.9.0', '-m', 'old', 'HEAD');
    empty('feat: two');
    repository.git('switch', '-qc', 'release/1.1');
    empty('chore: release 1.1.0');
    tag('v1.1.0');
    repository.git('switch', '-q', 'main');
    empty('chore: release 1.1.0 (squash)');
    empty('fix: three');
    empty('feat: four');
  });

  it('begins with the latest stable version, also on another branch, and is printed', async () => {
    tag('v1.2.0-rc.1', 'HEAD~1');
    tag('ui-v9.0.0', 'HEAD~2');
    const { shown, stdout } = await range();
    expect(shown).toBe('v1.1.0..HEAD, 3 commits');
    expect(stdout).toMatch(/feat: four\n.* fix: three\n.* chore: release 1\.1\.0 \(squash\)\n/);
    expect(stdout).not.toContain('feat: two');
  });

  it('ends before the release that it describes', async () => {
    tag('v1.2.0');
    expect((await range()).shown).toBe('v1.1.0..HEAD, 3 commits');
    expect((await range('.', '--to', 'v1.0.0')).shown).toBe('all of v1.0.0, 2 commits');
  });

  it('takes the tags that a pattern names, a first commit and dates', async () => {
    tag('ui-v9.0.0', 'HEAD~2');
    expect((await range('.', '--tag-pattern', 'ui-v*')).shown).toBe('ui-v9.0.0..HEAD, 2 commits');
    expect((await range('.', '--from', 'HEAD~1')).shown).toBe('HEAD~1..HEAD, 1 commit');
    expect((await range('.', '--since', '2001-01-01')).shown).toBe(
      'all of HEAD --since=2001-01-01, 6 commits',
    );
    const { code, stderr } = await range('.', '--since', '2030-01-01');
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining('No commits are in this range: all of HEAD --since=2030-01-01.'),
    });
  });

  it('begins with the nearest of tags with the same version, whatever their order', async () => {
    tag('v2.0.0+b1', 'HEAD~2');
    tag('v2.0.0+b3', 'HEAD~1');
    tag('v2.0.0+b2', 'HEAD~2');
    expect((await range()).shown).toBe('v2.0.0+b3..HEAD, 1 commit');
    tag('v2.0.0.post1', 'HEAD~3');
    expect((await range()).shown).toBe('v2.0.0.post1..HEAD, 3 commits');
  });

  it('takes dates for versions', async () => {
    for (const name of repository.git('tag').trim().split('\n')) tag('-d', name);
    tag('2024-01-15', 'HEAD~1');
    tag('2023-12-01', 'HEAD~2');
    expect((await range()).shown).toBe('2024-01-15..HEAD, 1 commit');
  });

  it.each([
    [['--tag-pattern', 'zzz*'], 'No tag matches "zzz*".'],
    [['--since', 'garbage'], '"garbage" is no date for --since.'],
    [['--until', '2024-13-45'], '"2024-13-45" is no date for --until.'],
    [['--since', '2024-01-01', '--from', 'v1.0.0'], '--from and --since contradict each other.'],
  ])('is refused with %j', async (flags, sentence) => {
    expect(await range('.', ...flags)).toMatchObject({ code: 2, stderr: expect.stringContaining(sentence) });
  });

  it('names both dates', async () => {
    const flags = ['--since', '2 weeks ago', '--until', '2001-01-01T00:00:00Z'];
    expect((await range('.', ...flags)).stderr).toContain(
      'No commits are in this range: all of HEAD --since=2 weeks ago --until=2001-01-01T00:00:00Z.',
    );
    const { shown } = await range('.', '--from', 'v1.0.0', '--until', 'now');
    expect(shown).toBe('v1.0.0..HEAD --until=now, 4 commits');
  });

  it('says that a shallow clone has no more', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'shallow-'));
    execFileSync('git', ['clone', '-q', '--depth', '1', `file://${repository.root}`, folder], {
      env: TEST_ENVIRONMENT,
      stdio: 'pipe',
    });
    const { stderr } = await runCommand(['--dry-run', 'changelog'], { cwd: folder });
    rmSync(folder, { recursive: true });
    expect(stderr).toContain('Note: The range is all of HEAD, 1 commit.');
    expect(stderr).toContain('Note: The clone is shallow, so its history is cut.');
    expect(stderr).toContain('Note: The clone has no tags');
  });

  it('says that the branch has no commits, though the repository has', async () => {
    repository.git('switch', '-q', '--orphan', 'new');
    const { code, stderr } = await range();
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining('The branch has no commits yet.'),
    });
  });
});

describe('the range of a package in a monorepo', () => {
  beforeEach(() => {
    repository.commit('Add ui', {
      'packages/ui/package.json': '{ "name": "@shop/ui" }',
      'packages/core/a': '1',
    });
    tag('@shop/ui@1.0.0');
    tag('core-v3.0.0');
    repository.commit('Change core', { 'packages/core/a': '2' });
    repository.commit('Change ui', { 'packages/ui/a': '2' });
    tag('core-v3.1.0');
  });

  it('follows the tags of the package, and holds what changed its folder', async () => {
    const ui = await range('packages/ui');
    expect(ui.shown).toBe('@shop/ui@1.0.0..HEAD in packages/ui, 1 commit');
    expect(ui.stdout).not.toContain('Change core');
    // The last tag is on the commit that the range ends with, so it names the new release.
    expect((await range('packages/core')).shown).toBe('core-v3.0.0..HEAD in packages/core, 1 commit');
  });

  it('is asked for in the top folder, if the tags do not tell', async () => {
    const { code, stderr } = await range();
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining('The tags belong to several packages: @shop/ui@, core-.'),
    });
  });
});
