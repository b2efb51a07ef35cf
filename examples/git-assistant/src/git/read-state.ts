import { access } from 'node:fs/promises';
import { resolve } from 'node:path';
import { readPlainFile } from '../files/plain-file.js';
import { withholdSecrets } from '../files/secret-text.js';
import { clip } from '../paging/clip.js';
import type { Git } from './git.js';

/** What git is in the middle of. */
export interface RepositoryState {
  /** In words, such as "a merge"; undefined if nothing is in progress. */
  readonly operation?: string;
  /** Whether the next commit belongs to the operation, so that the last one must not be amended. */
  readonly needsCommit: boolean;
  /** The message that git has prepared for the next commit, without comments. */
  readonly prepared?: string;
}

/** The files by which git remembers an operation, and whether it waits for a commit. The first one that exists tells. */
const OPERATIONS = [
  ['rebase-merge', 'a rebase', false],
  ['rebase-apply', 'a rebase or "git am"', true],
  ['MERGE_HEAD', 'a merge', true],
  ['REVERT_HEAD', 'a revert', true],
  ['CHERRY_PICK_HEAD', 'a cherry-pick', true],
  ['SQUASH_MSG', 'a squash merge', false],
  ['BISECT_LOG', 'a bisect', false],
] as const;
/** A rebase that stops at a commit has the first file; it has the second one too if the commit was made, to be amended. */
const [STOPPED, MADE] = ['rebase-merge/stopped-sha', 'rebase-merge/amend'];
const MAX_MESSAGE = 2_000;

/** Reads what git is in the middle of, and the message that it has prepared. */
export async function readState(git: Git, signal?: AbortSignal): Promise<RepositoryState> {
  const names = [...OPERATIONS.map(([name]) => name), 'MERGE_MSG', STOPPED, MADE];
  const args = names.flatMap((name) => ['--git-path', name]);
  const { stdout } = await git.read(['rev-parse', ...args], { signal });
  const paths = stdout.split('\n').map((path) => resolve(git.root, path));
  const pathOf = (name: string): string => paths[names.indexOf(name)] ?? '';
  const found = await Promise.all(OPERATIONS.map(async ([name]) => exists(pathOf(name))));
  const operation = OPERATIONS.find((_, index) => found[index])?.[1];
  const isStopped = (await exists(pathOf(STOPPED))) && !(await exists(pathOf(MADE)));
  const needsCommit = isStopped || OPERATIONS.some(([, , waits], index) => waits && found[index]);
  const prepared = (await readMessage(pathOf('MERGE_MSG'))) || (await readMessage(pathOf('SQUASH_MSG')));
  return { needsCommit, ...(operation && { operation }), ...(prepared && { prepared }) };
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

async function readMessage(path: string): Promise<string> {
  const text = await readPlainFile(path).catch(() => '');
  const lines = text.split('\n').filter((line) => !line.startsWith('#'));
  return clip(withholdSecrets(lines).join('\n').trim(), MAX_MESSAGE);
}
