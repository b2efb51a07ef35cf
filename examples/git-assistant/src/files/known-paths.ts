import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissing, refused } from '@toolwright/capabilities/guard';
import { isToolwrightError } from 'toolwright';
import type { Repository } from '../git/open-repository.js';
import { findHead } from '../git/resolve-commit.js';
import { listFiles } from './list-files.js';
import { nearestPath } from './nearest-path.js';
import { isSecretPath } from './secret-files.js';

const MAX_BYTES = 32_000_000;

/**
 * Makes sure that each path exists among the files, in the index, in the last commit, or in one of the trees. For an unknown path, git
 * returns an empty result instead of an error.
 * @param paths Made plain by `repositoryPath`.
 * @throws ToolwrightError `INVALID_ARGUMENTS` with the nearest path that exists
 */
export async function assertKnown(
  repository: Repository,
  paths: readonly string[],
  trees: readonly string[] = [],
  signal?: AbortSignal,
): Promise<void> {
  let unknown = await filter(paths, (path) => isAbsent(repository.root, path));
  if (unknown.length === 0) return;
  const indexed = await list(repository, ['ls-files', '-z', '--cached', '--', ...unknown], signal);
  unknown = unknown.filter((path) => !indexed.some((file) => file === path || file.startsWith(`${path}/`)));
  const head = await findHead(repository.git, signal);
  const all = [...trees, ...(head === undefined ? [] : [head])];
  for (const tree of all) {
    if (unknown.length === 0) return;
    const found = await list(repository, ['ls-tree', '-z', '--name-only', tree, '--', ...unknown], signal);
    unknown = unknown.filter((path) => !found.includes(path));
  }
  const [first] = unknown;
  if (first === undefined) return;
  const names =
    trees[0] === undefined ? [] : await list(repository, ['ls-tree', '-rz', '--name-only', trees[0]], signal);
  throw await unknownPath(repository, first, { names, signal });
}

/** Runs work on one file. If the file does not exist, the error names the nearest file that does. */
export async function withNearest<Result>(
  repository: Repository,
  given: string,
  work: () => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!isToolwrightError(error) || !isMissing(error.cause)) throw error;
    throw await unknownPath(repository, given, { signal, cause: error.cause });
  }
}

async function unknownPath(
  repository: Repository,
  path: string,
  {
    names = [],
    signal,
    cause,
  }: { names?: readonly string[]; signal?: AbortSignal | undefined; cause?: unknown },
) {
  const { paths } = await listFiles(repository, '', signal);
  const nearest = nearestPath(path, [...paths, ...names.filter((name) => !isSecretPath(name))]);
  const hint = nearest === undefined ? '' : `; the nearest is ${JSON.stringify(nearest)}`;
  return refused(path, `does not exist${hint}`, cause);
}

async function list({ git }: Repository, args: readonly string[], signal?: AbortSignal): Promise<string[]> {
  const { stdout } = await git.read(args, { maxBytes: MAX_BYTES, signal });
  return stdout
    .slice(0, stdout.lastIndexOf('\0') + 1)
    .split('\0')
    .slice(0, -1);
}

async function isAbsent(root: string, path: string): Promise<boolean> {
  return lstat(join(root, path)).then(() => false, isMissing);
}

async function filter<Item>(
  items: readonly Item[],
  wanted: (item: Item) => Promise<boolean>,
): Promise<Item[]> {
  const answers = await Promise.all(items.map(wanted));
  return items.filter((_, index) => answers[index]);
}
