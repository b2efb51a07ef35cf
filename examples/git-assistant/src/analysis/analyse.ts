import { readFile } from 'node:fs/promises';
import { compareWorkingTree, readChanges } from '../diff/read-changes.js';
import { findText } from '../files/read-text.js';
import { repositoryPath } from '../files/repository-path.js';
import type { Repository } from '../git/open-repository.js';
import { runProgram } from '../process/run-program.js';
import { findLinters, findProgram, type Linter } from './linters.js';
import { findSyntaxProblems, type Problem } from './syntax-problems.js';

export interface Analysis {
  /** The files that were looked at. */
  files: string[];
  /** What the syntax says; found without running anything of the repository. */
  problems: Problem[];
  linters: LinterReport[];
}

export interface LinterReport {
  name: string;
  /** Absent where it was not run. */
  exitCode?: number;
  /** What it printed, or why it was not run. */
  output: string;
}

const MAX_FILES = 100;
const MAX_OUTPUT = 12_000;
const LINTER_TIMEOUT_MS = 60_000;
const NOT_ALLOWED =
  'Not run: linters are programs of the repository. The user can allow them with --allow-run.';

/** Checks files, by default those that are not committed. Linters run only where the user has allowed it. */
export async function analyse(
  repository: Repository,
  given: readonly string[],
  signal?: AbortSignal,
): Promise<Analysis> {
  const paths = given.length > 0 ? given.map(repositoryPath) : await changedPaths(repository, signal);
  const files: string[] = [];
  const problems: Problem[] = [];
  for (const path of paths.slice(0, MAX_FILES)) {
    const source = await findText(repository, path, signal);
    if (source === undefined) continue;
    files.push(path);
    if (!source.cut) problems.push(...(await findSyntaxProblems(path, source.text)));
  }
  const linters: LinterReport[] = [];
  for (const linter of await findLinters(repository, signal)) {
    linters.push(await report(repository, linter, files, signal));
  }
  return { files, problems, linters };
}

async function changedPaths({ git }: Repository, signal?: AbortSignal): Promise<string[]> {
  const { files } = await readChanges(git, await compareWorkingTree(git, signal), [], signal);
  return files.filter(({ change }) => change !== 'deleted').map(({ path }) => path);
}

async function report(
  repository: Repository,
  linter: Linter,
  files: readonly string[],
  signal?: AbortSignal,
): Promise<LinterReport> {
  const { name } = linter;
  if (!repository.allowRun) return { name, output: NOT_ALLOWED };
  const targets = files.filter((path) => linter.files.test(path));
  if (targets.length === 0) return { name, output: 'Not run: it checks none of these files.' };
  const [program, ...first] = (await findProgram(repository, linter, readJson)) ?? [];
  if (program === undefined) return { name, output: 'Not run: it is declared, but not installed.' };
  try {
    const args = [...first, ...linter.args, ...(linter.whole ? [] : targets.map((path) => `./${path}`))];
    const { exitCode, stdout, stderr } = await runProgram(program, args, {
      cwd: repository.root,
      env: linterEnvironment(process.env),
      maxBytes: MAX_OUTPUT * 4,
      timeoutMs: LINTER_TIMEOUT_MS,
      group: true,
      signal,
    });
    return {
      name,
      ...(exitCode !== undefined && { exitCode }),
      output: (stdout + stderr).slice(0, MAX_OUTPUT),
    };
  } catch (error) {
    signal?.throwIfAborted();
    return { name, output: `Not finished: ${error instanceof Error ? error.message : String(error)}` };
  }
}

async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch {
    // Not installed, or not as a package should be; either way it cannot be run.
    return undefined;
  }
}

/** What a linter needs to run: no keys of the user are among it. */
function linterEnvironment({ PATH = '', HOME = '', TMPDIR }: NodeJS.ProcessEnv): Record<string, string> {
  return { PATH, HOME, NO_COLOR: '1', ...(TMPDIR !== undefined && { TMPDIR }) };
}
