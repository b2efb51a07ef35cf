import { runProgram } from '@toolwright/capabilities/guard';
import { readPlainFile } from '../files/plain-file.js';
import { withholdSecrets } from '../files/secret-text.js';
import type { Repository } from '../git/open-repository.js';
import { clipWithNote } from '../paging/clip.js';
import { takePage } from '../paging/page.js';
import { TokenBudget } from '../paging/token-budget.js';
import { findProblems } from './find-problems.js';
import { findLinters, findProgram, type Linter } from './linters.js';
import type { Problem } from './syntax-problems.js';

export interface Analysis {
  /** The files that were looked at. */
  files: string[];
  /** What the syntax says; found without running anything of the repository. */
  problems: Problem[];
  linters: LinterReport[];
  /** What is missing, in sentences; empty where all is there. */
  missing: string[];
  /** The offset to read on at; absent where all problems are there. */
  next?: number;
}

export interface LinterReport {
  name: string;
  /** Absent where it was not run. */
  exitCode?: number;
  /** What it printed, or why it was not run. */
  output: string;
}

const PROBLEM_TOKENS = 2_500;
/** The maximum length of all linter output together, in characters. */
const MAX_OUTPUT = 5_000;
const LINTER_TIMEOUT_MS = 60_000;
const NOT_ALLOWED =
  'Not run: linters are programs of the repository. The user can allow them with --allow-run.';

/** Checks files, by default the uncommitted ones. Linters run only if the user has allowed it. */
export async function analyse(
  repository: Repository,
  given: readonly string[],
  offset: number,
  signal?: AbortSignal,
): Promise<Analysis> {
  const { files, problems, missing } = await findProblems(repository, given, signal);
  const { items, next } = takePage(problems.map(shorten), {
    offset,
    budget: new TokenBudget(PROBLEM_TOKENS),
  });
  const found = offset === 0 ? await findLinters(repository, signal) : [];
  const linters: LinterReport[] = [];
  for (const linter of found) linters.push(await report(repository, linter, files, found.length, signal));
  const list = new TokenBudget(FILE_TOKENS);
  return {
    files: files.filter((path) => list.take(path)),
    problems: items,
    linters,
    missing: [
      ...missing,
      ...(next === undefined
        ? []
        : [`${problems.length - next} more problems; read on with offset ${next}.`]),
    ],
    ...(next !== undefined && { next }),
  };
}

const FILE_TOKENS = 1_500;

function shorten(problem: Problem): Problem {
  return { ...problem, message: clipWithNote(problem.message, 500) };
}

async function report(
  repository: Repository,
  linter: Linter,
  files: readonly string[],
  linters: number,
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
      maxBytes: 1_000_000,
      timeoutMs: LINTER_TIMEOUT_MS,
      group: true,
      signal,
    });
    return {
      name,
      ...(exitCode !== undefined && { exitCode }),
      output: clipWithNote(withholdSecrets((stdout + stderr).split('\n')).join('\n'), MAX_OUTPUT / linters),
    };
  } catch (error) {
    signal?.throwIfAborted();
    return { name, output: `Not finished: ${error instanceof Error ? error.message : String(error)}` };
  }
}

async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readPlainFile(path));
  } catch {
    // The linter is not installed, or not as a package should be. Either way it cannot be run.
    return undefined;
  }
}

/** The environment for a linter, without keys of the user. */
function linterEnvironment({ PATH = '', HOME = '', TMPDIR }: NodeJS.ProcessEnv): Record<string, string> {
  return { PATH, HOME, NO_COLOR: '1', ...(TMPDIR !== undefined && { TMPDIR }) };
}
