import { appendAll } from '@toolwright/contract';
import { isToolwrightError, ToolwrightError } from 'toolwright';
import { compareWorkingTree, readChanges } from '../diff/read-changes.js';
import { withNearest } from '../files/known-paths.js';
import { findText, readText } from '../files/read-text.js';
import { repositoryPath } from '../files/repository-path.js';
import type { Repository } from '../git/open-repository.js';
import { findSyntaxProblems, type Problem } from './syntax-problems.js';

interface FoundProblems {
  /** The files that were looked at. */
  readonly files: readonly string[];
  readonly problems: readonly Problem[];
  /** Sentences about files that were not checked. */
  readonly missing: readonly string[];
}

const MAX_FILES = 100;
const MAX_REASONS = 10;

/**
 * Checks the named files, by default the uncommitted ones.
 * @throws ToolwrightError `INVALID_ARGUMENTS` if none of the named files can be checked
 */
export async function findProblems(
  repository: Repository,
  given: readonly string[],
  signal?: AbortSignal,
): Promise<FoundProblems> {
  const paths = given.length > 0 ? given.map(repositoryPath) : await changedPaths(repository, signal);
  const files: string[] = [];
  const problems: Problem[] = [];
  const reasons: string[] = [];
  for (const path of paths.slice(0, MAX_FILES)) {
    signal?.throwIfAborted();
    const source =
      given.length === 0
        ? await findText(repository, path, { listed: true, signal })
        : await readNamed(repository, path, signal);
    if (source === undefined) continue;
    if (typeof source === 'string') {
      reasons.push(source);
      continue;
    }
    files.push(path);
    if (source.cut) reasons.push(`${JSON.stringify(path)} is too long to be parsed.`);
    else appendAll(problems, await findSyntaxProblems(path, source.text));
  }
  const sentences = someOf(reasons);
  if (files.length === 0 && reasons.length > 0)
    throw new ToolwrightError('INVALID_ARGUMENTS', sentences.join(' '), { blame: 'model' });
  const left = paths.length - MAX_FILES;
  if (left > 0) sentences.push(`Not looked at: ${left} files; name them to have them checked.`);
  return { files, problems, missing: sentences };
}

/** Reads a file that was named, or returns the reason for not reading it. */
async function readNamed(repository: Repository, path: string, signal?: AbortSignal) {
  try {
    return await withNearest(repository, path, () => readText(repository, path, { signal }), signal);
  } catch (error) {
    if (!isToolwrightError(error) || error.code !== 'INVALID_ARGUMENTS') throw error;
    return error.message;
  }
}

async function changedPaths({ git }: Repository, signal?: AbortSignal): Promise<string[]> {
  const { files } = await readChanges(git, await compareWorkingTree(git, signal), [], signal);
  return files.filter(({ change }) => change !== 'deleted').map(({ path }) => path);
}

/** Limits the sentences to as many as a reader wants to see. */
function someOf(lines: readonly string[]): string[] {
  const more = lines.length - MAX_REASONS;
  return more > 0 ? [...lines.slice(0, MAX_REASONS), `${more} more files were not looked at.`] : [...lines];
}
