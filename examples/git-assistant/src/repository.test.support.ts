import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A real repository in a folder of its own; `dispose` deletes it. */
export interface TestRepository {
  readonly root: string;
  /** Runs git and returns what it prints. */
  git(...args: string[]): string;
  write(path: string, content: string | Uint8Array): void;
  /** Writes, stages and commits files. */
  commit(title: string, files: Readonly<Record<string, string | Uint8Array>>): string;
  dispose(): void;
}

/** The user's git configuration must not decide how a test ends. */
const { PATH = '', TMPDIR = '/tmp' } = process.env;
export const TEST_ENVIRONMENT: Record<string, string> = {
  PATH,
  TMPDIR,
  HOME: '/nonexistent',
  NO_COLOR: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'Ada',
  GIT_AUTHOR_EMAIL: 'ada@example.org',
  GIT_COMMITTER_NAME: 'Ada',
  GIT_COMMITTER_EMAIL: 'ada@example.org',
};

export function createRepository(files: Readonly<Record<string, string | Uint8Array>> = {}): TestRepository {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'git-assistant-')));
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, env: TEST_ENVIRONMENT, encoding: 'utf8', stdio: 'pipe' });
  const write = (path: string, content: string | Uint8Array) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  };
  const commit = (title: string, changes: Readonly<Record<string, string | Uint8Array>>) => {
    for (const [path, content] of Object.entries(changes)) write(path, content);
    git('add', '--all');
    git('commit', '--quiet', '-m', title);
    return git('rev-parse', 'HEAD').trim();
  };
  git('init', '--quiet', '--initial-branch=main');
  if (Object.keys(files).length > 0) commit('Begin', files);
  return { root, git, write, commit, dispose: () => rmSync(root, { recursive: true, force: true }) };
}
