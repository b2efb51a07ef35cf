import { join } from 'node:path';
import { type ProgramOptions, type ProgramResult, runProgram } from '@toolwright/capabilities/guard';
import { textStart } from '@toolwright/contract';
import { isToolwrightError, ToolwrightError } from 'toolwright';
import { readOnlyEnvironment, userEnvironment } from './git-environment.js';
import { withoutQuotedLines } from './git-words.js';
import type { Entries } from './read-only-config.js';

export interface GitOptions extends Omit<ProgramOptions, 'cwd' | 'env'> {
  /** Exit codes that are an answer, not a failure. Default: only 0. */
  readonly accept?: readonly number[] | undefined;
  /** Paths are literal, without patterns and `:(magic)`. Default: true; a few git commands do not support it. */
  readonly literalPaths?: boolean | undefined;
  /** Environment variables of this command. */
  readonly variables?: Readonly<Record<string, string>> | undefined;
}

/** Runs the real git in one repository. Arguments are arrays and never pass through a shell. */
export class Git {
  readonly #environment: NodeJS.ProcessEnv;
  readonly #settings: Entries;
  readonly #readOnly: Record<string, string>;

  /**
   * @param root The folder it works in.
   * @param environment The environment of the child, without variables that control git.
   * @param settings Configuration that takes precedence over all other in reading commands.
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

  /** The same git with other settings that take precedence in reading commands. */
  withSettings(settings: Entries): Git {
    return new Git(this.root, this.#environment, settings);
  }

  /** The same git in a folder of the repository, such as a submodule. */
  within(folder: string): Git {
    return new Git(join(this.root, folder), this.#environment, this.#settings);
  }

  /**
   * Runs a reading command: nothing that the repository configures runs, and nothing is written.
   * @throws ToolwrightError `TOOL_FAILED` with git's message
   */
  async read(args: readonly string[], options: GitOptions = {}): Promise<ProgramResult> {
    return this.#run(args, this.#readOnly, options);
  }

  /**
   * Runs a writing command for the user, with the user's hooks.
   * @throws ToolwrightError `TOOL_FAILED` with git's message
   */
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

/** Git's messages about objects that were not cloned, and about a fetch that is not allowed. */
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
