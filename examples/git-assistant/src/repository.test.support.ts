import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { TEST_ENVIRONMENT } from './environment.test.support.js';

export { TEST_ENVIRONMENT };

/** A real repository in its own folder; `dispose` deletes it. */
export interface TestRepository {
  readonly root: string;
  /** Runs git and returns what it prints. */
  git(...args: string[]): string;
  write(path: string, content: string | Uint8Array): void;
  /** Writes, stages and commits files. */
  commit(title: string, files: Readonly<Record<string, string | Uint8Array>>): string;
  dispose(): void;
}

type Files = Readonly<Record<string, string | Uint8Array>>;

/** Creates a repository in which these files are committed; without files, a repository without commits. */
export function createRepository(files: Files = {}): TestRepository {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'git-assistant-')));
  const repository = repositoryIn(root);
  cpSync(templateOf(files), root, { recursive: true });
  // The index compares time stamps, which copying has changed.
  if (Object.keys(files).length > 0) repository.git('update-index', '-q', '--refresh');
  return repository;
}

/** Creating a repository takes five processes and copying one takes none, so repositories with the same first commit are copies. */
const templates = new Map<string, string>();
afterAll(() => {
  for (const root of templates.values()) rmSync(root, { recursive: true, force: true });
});

function templateOf(files: Files): string {
  const key = JSON.stringify(Object.entries(files).map(([path, content]) => [path, [...content]]));
  const known = templates.get(key);
  if (known !== undefined) return known;
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'git-assistant-template-')));
  templates.set(key, root);
  const { git, commit } = repositoryIn(root);
  git('init', '--quiet', '--initial-branch=main', '--template=');
  for (const folder of ['hooks', 'info']) mkdirSync(join(root, '.git', folder), { recursive: true });
  if (Object.keys(files).length > 0) commit('Begin', files);
  return root;
}

function repositoryIn(root: string): TestRepository {
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'maintenance.auto=false', ...args], {
      cwd: root,
      env: TEST_ENVIRONMENT,
      encoding: 'utf8',
      stdio: 'pipe',
    });
  const write = (path: string, content: string | Uint8Array) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  };
  const commit = (title: string, changes: Files) => {
    for (const [path, content] of Object.entries(changes)) write(path, content);
    git('add', '--all');
    git('commit', '--quiet', '-m', title);
    return git('rev-parse', 'HEAD').trim();
  };
  return { root, git, write, commit, dispose: () => rmSync(root, { recursive: true, force: true }) };
}
