import { withholdSecrets } from '../files/secret-text.js';
import { takePage } from '../paging/page.js';
import type { Git } from './git.js';
import { type Commit, LOG_FORMAT, parseLog } from './parse-log.js';
import { resolveCommit } from './resolve-commit.js';

export interface LogPage {
  commits: Commit[];
  /** What is missing, in a sentence; empty where all is there. */
  missing: string[];
  /** The offset to read on at; absent at the end. */
  next?: number;
}

export interface LogRange {
  /** The id of a commit. */
  readonly head: string;
  /** Only commits that this one does not have. */
  readonly base?: string | undefined;
  /** Only commits that changed this file or folder. */
  readonly path?: string | undefined;
  readonly limit: number;
  readonly offset?: number;
}

/** Commits, newest first. The history of a file continues under its earlier names. */
export async function readLog(
  git: Git,
  { head, base, path, limit, offset = 0 }: LogRange,
  signal?: AbortSignal,
): Promise<LogPage> {
  const follow = path !== undefined && !(await isFolder(git, head, path, signal));
  const from = base === undefined ? [] : [`^${await resolveCommit(git, base, signal)}`];
  const { stdout } = await git.read(
    [
      ...['log', '-z', `--format=${LOG_FORMAT}`, '--no-show-signature', '--no-color'],
      ...(follow ? ['--follow', '--name-only', '--no-ext-diff', '--no-textconv'] : []),
      // One more commit tells whether there are more.
      ...[`--max-count=${limit + 1}`, `--skip=${offset}`, head, ...from, '--'],
      ...(path === undefined ? [] : [path]),
    ],
    { timeoutMs: 60_000, signal },
  );
  const found = parseLog(stdout).map(withoutSecrets);
  const { items } = takePage(found, { limit });
  const next = items.length < found.length ? offset + items.length : undefined;
  return {
    commits: items,
    missing: next === undefined ? [] : [`There are more commits; read on with offset ${next}.`],
    ...(next !== undefined && { next }),
  };
}

async function isFolder(git: Git, commit: string, path: string, signal?: AbortSignal): Promise<boolean> {
  if (path === '') return true;
  const { stdout } = await git.read(['cat-file', '-t', `${commit}:${path}`], { accept: [0, 128], signal });
  return stdout.trim() === 'tree';
}

function withoutSecrets(commit: Commit): Commit {
  const [title = '', ...body] = withholdSecrets([commit.title, ...commit.body.split('\n')]);
  return { ...commit, title, body: body.join('\n') };
}
