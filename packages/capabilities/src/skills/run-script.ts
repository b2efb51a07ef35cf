import { createHash } from 'node:crypto';
import { extname } from 'node:path';
import { optionsOf } from '@toolwright/contract';
import { refused } from '../guard/open-inside.js';
import { runProgram } from '../guard/run-program.js';
import type { Skill } from './skill.js';
import { readBytes, resolveInSkill, type SkillPath } from './skill-files.js';

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

/** What a script has printed. */
export interface ScriptResult {
  /** Null if the script was ended by a signal, or because of its output. */
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Set if it printed more than it may and was ended. */
  readonly truncated?: true;
}

const PROGRAMS: NonNullable<ScriptOptions['programs']> = {
  '.py': [process.platform === 'win32' ? 'python' : 'python3'],
  '.sh': ['bash'],
  '.js': [process.execPath],
  '.mjs': [process.execPath],
  '.cjs': [process.execPath],
};

/** The variables without which programs do not start, or print other characters. */
const NEEDED = ['PATH', 'LANG', 'LC_ALL', 'TMPDIR', 'SystemRoot', 'TEMP', 'TMP', 'PATHEXT'];

/** A script to run. */
export interface ScriptCall {
  readonly path: string;
  readonly args: readonly string[];
  /** The digest of the script that a person has approved. Default: that of the script when the skill was read. */
  readonly sha256?: string | undefined;
}

/** Finds a script of a skill, with its SHA-256 digest. @throws ToolwrightError `INVALID_ARGUMENTS` for a file that is no script */
export async function readScript(
  skill: Pick<Skill, 'folder'>,
  given: string,
): Promise<SkillPath & { readonly digest: string }> {
  const { path, file } = await resolveInSkill(skill, given);
  if (!path.startsWith('scripts/')) throw refused(path, "is not in the folder 'scripts' of the skill");
  const bytes = await readBytes(file, path, 'give the path of a script');
  return { path, file, digest: createHash('sha256').update(bytes).digest('hex') };
}

/**
 * Runs a script of a skill, without a shell and in a group of processes that ends with it.
 * @throws ToolwrightError `INVALID_ARGUMENTS` for a file that is no script, `TOOL_TIMEOUT`, `ABORTED`, `MISSING_PACKAGE`
 */
export async function runScript(
  skill: Skill,
  { path: given, args, sha256 }: ScriptCall,
  options: ScriptOptions,
  signal: AbortSignal,
): Promise<ScriptResult> {
  const { path, file, digest } = await readScript(skill, given);
  if (digest !== (sha256 ?? skill.scripts.get(path)))
    throw refused(path, 'has changed since it was read or the call was approved. Call again to run it');
  const withNul = args.findIndex((one) => one.includes(String.fromCharCode(0)));
  if (withNul >= 0) throw refused(path, `cannot be run: argument ${withNul} has a NUL in it`);
  const programs = { ...PROGRAMS, ...options.programs };
  const ending = extname(path);
  const [program, ...first] = (Object.hasOwn(programs, ending) && programs[ending]) || [];
  if (program === undefined)
    throw refused(path, `cannot be run: scripts have one of the endings ${Object.keys(programs).join(', ')}`);
  const { exitCode, stdout, stderr, cut } = await runProgram(program, [...first, file, ...args], {
    cwd: options.cwd ?? skill.folder,
    env: { ...neededVariables(), ...options.env },
    maxBytes: options.maxBytes ?? 100_000,
    timeoutMs: options.timeoutMs ?? DEFAULT_TIMEOUT_MS,
    signal,
    group: true,
  });
  return { exitCode: exitCode ?? null, stdout, stderr, ...(cut && { truncated: true }) };
}

function neededVariables(): Record<string, string> {
  return Object.fromEntries(
    NEEDED.flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
