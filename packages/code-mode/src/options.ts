import { checkOptions, optionsOf, type ToolSpec, ToolwrightError } from '@toolwright/contract';
import type { ProgramPlan } from './check/plan.js';
import type { Executor, ProgramLimits } from './sandbox/executor.js';

/** Options of `codeMode`. */
export interface CodeModeOptions {
  /** The name of the tool that runs programs. Default: `runProgram`. */
  readonly name?: string | undefined;
  /** The names of the tools that programs may call. Default: all of the source. */
  readonly only?: readonly string[] | undefined;
  /**
   * The names of the tools whose declarations the model always sees. With it, the model and its programs find those of the other tools by
   * `searchTools({ query })`. Default: all, and no search.
   */
  readonly always?: readonly string[] | undefined;
  /**
   * Limits of a program. Defaults: 64 MiB of memory, 5,000 ms of computing, 100 calls, 1,000,000 characters for the arguments or the result
   * of a call, 100,000 for the output and 20,000 for logs.
   */
  readonly limits?: Partial<ProgramLimits> | undefined;
  /** How long a program may take together with its calls, in milliseconds. Default: 300,000. */
  readonly timeoutMs?: number | undefined;
  /**
   * Decides on a checked program before it runs, such as by the hints of the tools that it calls. A returned text refuses the program and
   * tells the model why. Calls that need approval still ask.
   */
  readonly beforeProgram?:
    | ((program: PlannedProgram) => string | undefined | Promise<string | undefined>)
    | undefined;
  /**
   * What a person decides on. `calls`: each call whose tool needs approval. `plan`: once on the whole program, before it runs, unless all tools
   * that it may call are read-only; approved programs then call tools that need approval without asking. Default: `calls`.
   */
  readonly approval?: 'calls' | 'plan' | undefined;
  /** Executes the programs. Default: QuickJS in worker threads. */
  readonly executor?: Executor | undefined;
}

/** A program that is about to run. */
export interface PlannedProgram extends ProgramPlan {
  /** The program as the model wrote it. */
  readonly code: string;
  /** The tools that it may call: those of `calls`, or all if `isComplete` is false. */
  readonly tools: readonly ToolSpec[];
}

/** Each limit, in whole numbers: its default, the least and the most. */
const LIMITS: Readonly<Record<keyof ProgramLimits, readonly [value: number, min: number, max: number]>> = {
  // The memory of the engine starts with 16 MiB, and cannot have more than 2 GiB.
  memoryMb: [64, 16, 2_048],
  cpuMs: [5_000, 1, 3_600_000],
  calls: [100, 0, 100_000],
  values: [1_000_000, 1, 100_000_000],
  output: [100_000, 1, 100_000_000],
  logs: [20_000, 0, 100_000_000],
};

export const DEFAULT_TIMEOUT_MS = 300_000;

const OPTIONS = optionsOf<CodeModeOptions>()({
  'a string': 'name approval',
  'a list': 'only always',
  'a number': 'timeoutMs',
  'a function': 'beforeProgram',
  'an object': 'limits executor',
});
const LIMIT_OPTIONS = optionsOf<ProgramLimits>()({ 'a number': 'memoryMb cpuMs calls values output logs' });

/** Checks the options, and returns all limits. @throws ToolwrightError `INVALID_CONFIG` */
export function limitsOf(options: CodeModeOptions): ProgramLimits {
  checkOptions(options, OPTIONS, 'codeMode');
  checkOptions(options.limits, LIMIT_OPTIONS, 'limits');
  const { approval = 'calls', timeoutMs = DEFAULT_TIMEOUT_MS, limits = {} } = options;
  if (approval !== 'calls' && approval !== 'plan')
    throw invalid(`'approval' of 'codeMode' is '${String(approval)}'.`, "Pass 'calls' or 'plan'.");
  if (!(timeoutMs > 0)) throw invalid(`'timeoutMs' of 'codeMode' is ${timeoutMs}.`, 'Pass more than 0.');
  const limit = (name: keyof ProgramLimits): number => {
    const [fallback, min, max] = LIMITS[name];
    const value = limits[name] ?? fallback;
    if (Number.isInteger(value) && value >= min && value <= max) return value;
    const range = `from ${min.toLocaleString('en')} to ${max.toLocaleString('en')}`;
    throw invalid(`'${name}' of 'limits' is ${value}.`, `Pass a whole number ${range}.`);
  };
  return {
    memoryMb: limit('memoryMb'),
    cpuMs: limit('cpuMs'),
    calls: limit('calls'),
    values: limit('values'),
    output: limit('output'),
    logs: limit('logs'),
  };
}

function invalid(message: string, hint: string): ToolwrightError {
  return new ToolwrightError('INVALID_CONFIG', message, { blame: 'developer', hint });
}
