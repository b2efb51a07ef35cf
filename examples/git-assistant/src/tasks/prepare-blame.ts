import { lstat } from 'node:fs/promises';
import { relative, resolve } from 'node:path';
import type { Session } from '../cli/session/session.js';
import { readLines } from '../files/read-lines.js';
import { findHead, isShallow } from '../git/resolve-commit.js';
import { noCommits } from './prepare-review.js';
import { cannot, type Task } from './task.js';

/**
 * Prepares the explanation of a line.
 * @param place `<file>:<line>`, relative to the user's folder, or else to the repository, as with `:/` before it
 * @throws ToolwrightError `USAGE` for a place that does not exist, `INVALID_ARGUMENTS` for a file that must not be read
 */
export async function prepareBlame(
  { repository, folder, io: { signal } }: Session,
  place: string,
): Promise<Task> {
  const [, given, number] = /^(.+):([1-9]\d*)$/s.exec(place) ?? [];
  if (given === undefined)
    throw cannot(`"${place}" is no place in a file.`, 'Write <file>:<line>, e.g. src/main.ts:12.');
  if ((await findHead(repository.git, signal)) === undefined) throw await noCommits(repository.git, signal);
  const line = Number(number);
  const near = resolve(folder, given);
  const found = await lstat(near).catch(() => undefined);
  const path = found ? relative(repository.root, near) : given.replace(/^:\//, '');
  const source = await readLines(repository, path, { firstLine: line, lines: 1, columns: 1, signal });
  const { stdout } = await repository.git.read(['ls-files', '-z', '--', source.path], { signal });
  if (stdout === '')
    throw cannot(`"${source.path}" is not tracked by git.`, 'Name a file that has been committed.');
  if (source.total === 0)
    throw cannot(`"${source.path}" is empty.`, 'Name a line of another file, e.g. src/main.ts:12.');
  if (line > source.total)
    throw cannot(`"${source.path}" ends at line ${source.total}.`, `Name a line from 1 to ${source.total}.`);
  return {
    capability: 'semantic_blame',
    prompt: `Explain why this line is as it is: ${JSON.stringify({ path: source.path, line })}`,
    notes: (await isShallow(repository.git, signal)) ? [SHALLOW] : [],
    subject: { tree: 'disk', place: { file: source.path, line } },
  };
}

const SHALLOW =
  'The clone is shallow, so its oldest commit seems to have written all older lines. To get all commits: git fetch --unshallow';
