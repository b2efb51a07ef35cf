import { readLines } from '../files/read-lines.js';
import type { Repository } from '../git/open-repository.js';
import { findHead, isShallow } from '../git/resolve-commit.js';
import { noCommits } from './prepare-review.js';
import { cannot, type Task } from './task.js';

/**
 * Prepares the explanation of a line.
 * @param place `<file>:<line>`, relative to the repository
 * @throws ToolwrightError `USAGE` for a place that does not exist, `INVALID_ARGUMENTS` for a file that must not be read
 */
export async function prepareBlame(
  repository: Repository,
  place: string,
  signal?: AbortSignal,
): Promise<Task> {
  const [, path, number] = /^(.+):([1-9]\d*)$/s.exec(place) ?? [];
  if (path === undefined)
    throw cannot(`"${place}" is no place in a file.`, 'Write <file>:<line>, e.g. src/main.ts:12.');
  if ((await findHead(repository.git, signal)) === undefined) throw await noCommits(repository.git, signal);
  const line = Number(number);
  const source = await readLines(repository, path, { firstLine: line, lines: 1, columns: 1, signal });
  const { stdout } = await repository.git.read(['ls-files', '-z', '--', source.path], { signal });
  if (stdout === '')
    throw cannot(`"${source.path}" is not tracked by git.`, 'Name a file that has been committed.');
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
