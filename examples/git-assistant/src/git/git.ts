import { join } from 'node:path';
import { textStart } from '@toolwright/contract';
import { isToolwrightError, ToolwrightError } from 'toolwright';
import { type ProgramOptions, type ProgramResult, runProgram } from '../process/run-program.js';
import { readOnlyEnvironment, userEnvironment } from './git-environment.js';
import { withoutQuotedLines } from './git-words.js';
import type { Entries } from './read-only-config.js';

export interface GitOptions extends Omit<ProgramOptions, 'cwd' | 'env'> {
  /** Exit codes that are an answer, not a failure. Default: only 0. */
  readonly accept?: readonly number[] | undefined;
  /** Whether paths mean themselves: no patterns, no `:(magic)`. Default: true; a few commands of git cannot. */
  readonly literalPaths?: boolean | undefined;
  /** For the environment of this one command. */
  readonly variables?: Readonly<Record<string, string>> | undefined;
}

/** The real git in one repository. Arguments are arrays and never pass through a shell. */
export class Git {
  readonly #environment: NodeJS.ProcessEnv;
  readonly #settings: Entries;
  readonly #readOnly: Record<string, string>;

  /**
   * @param root The folder it works in.
   * @param environment What the child inherits, less what steers git.
   * @param settings Configuration that goes before all other where it only reads.
   */
  constructor(
    readonly root: string,
    environment: NodeJS.ProcessEnv,
    settings: Entries = [],
  ) {
    this.#environment = environment;
    this.#settings = settings;
    this.#readOnly = readOnlyEnvironment(environment, settings);
  }

  /** The same git with settings that go before all other where it only reads. */
  withSettings(settings: Entries): Git {
    return new Git(this.root, this.#environment, settings);
  }

  /** The same git in a folder below, such as a submodule. */
  within(folder: string): Git {
    return new Git(join(this.root, folder), this.#environment, this.#settings);
  }

  /** Reads: runs nothing that the repository configures, and writes nothing. @throws ToolwrightError `TOOL_FAILED` with git's own words */
  async read(args: readonly string[], options: GitOptions = {}): Promise<ProgramResult> {
    return this.#run(args, this.#readOnly, options);
  }

  /** Acts for the user, whose hooks run. @throws ToolwrightError `TOOL_FAILED` with git's own words */
  async write(args: readonly string[], options: GitOptions = {}): Promise<ProgramResult> {
    return this.#run(args, userEnvironment(this.#environment), options);
  }

  async #run(
    args: readonly string[],
    env: Record<string, string>,
    { accept = [0], literalPaths = true, variables, ...options }: GitOptions,
  ): Promise<ProgramResult> {
    const first = ['--no-pager', ...(literalPaths ? ['--literal-pathspecs'] : [])];
    const result = await runProgram('git', [...first, ...args], {
      ...options,
      cwd: this.root,
      env: { ...env, ...variables },
    });
    if (result.cut || accept.includes(result.exitCode ?? -1)) return result;
    throw failure(args[0] ?? '', result);
  }
}

/** Git's words for objects that were not cloned, and for the fetch of them that is not allowed. */
const NOT_CLONED =
  /lazy fetching disabled|promisor remote|missing blob|unable to read [0-9a-f]{40}|could not fetch [0-9a-f]{40}/;
const NEEDS_MORE = 'needs contents that this partial clone lacks.';

function failure(command: string, result: ProgramResult): ToolwrightError {
  if (!NOT_CLONED.test(result.stderr)) {
    return new ToolwrightError('TOOL_FAILED', `git ${command} failed: ${reason(result)}`, { blame: 'tool' });
  }
  return new ToolwrightError('TOOL_FAILED', `git ${command} ${NEEDS_MORE}`, {
    blame: 'tool',
    hint: 'Nothing is fetched while reading. Ask for newer commits or fewer files, or fetch all: git fetch --refetch --no-filter',
  });
}

/** Whether git failed because a partial clone lacks objects. */
export function lacksObjects(error: unknown): boolean {
  return isToolwrightError(error) && error.message.endsWith(NEEDS_MORE);
}

function reason({ stderr, stdout, exitCode }: ProgramResult): string {
  const said = withoutQuotedLines(stderr.trim() || stdout.trim());
  return said === '' ? `exit code ${exitCode}.` : textStart(said, 2_000);
}
