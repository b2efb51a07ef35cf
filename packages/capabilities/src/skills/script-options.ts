import { optionsOf } from '@toolwright/contract';

/** How scripts of skills are run. */
export interface ScriptOptions {
  /**
   * The program and its first arguments for the ending of a script. Adds to the defaults: `python3` for `.py`, `bash` for `.sh`, this Node.js
   * for `.js`, `.mjs` and `.cjs`. Scripts with other endings are refused.
   */
  readonly programs?: Readonly<Record<string, readonly [program: string, ...args: string[]]>> | undefined;
  /** The folder in which scripts start. Default: the folder of the skill. */
  readonly cwd?: string | undefined;
  /** Variables of the environment of scripts. They get no others except those that programs need to start, such as `PATH`. */
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** How long a script may take, in milliseconds. Then it is ended with the processes that it has started. Default: 60,000. */
  readonly timeoutMs?: number | undefined;
  /** How many bytes a script may print on each of its outputs before it is ended. Default: 100,000. */
  readonly maxBytes?: number | undefined;
}

export const SCRIPT_OPTIONS = optionsOf<ScriptOptions>()({
  'a string': 'cwd',
  'a number': 'timeoutMs maxBytes',
  'an object': 'programs env',
});

export const DEFAULT_TIMEOUT_MS = 60_000;
