import type { JsonValue } from '@toolwright/contract';

/** A checked program, as JavaScript. */
export interface ExecutableProgram {
  /** The body of an async function. */
  readonly code: string;
  /** The tools that the program may call. */
  readonly tools: readonly string[];
  /** The only time that the program sees, in milliseconds since the Unix epoch, and the seed of its random numbers. */
  readonly clock: { readonly now: number; readonly seed: number };
  /** What earlier programs of the run left; see `toWire`. */
  readonly store: JsonValue;
  readonly limits: ProgramLimits;
}

export interface ProgramLimits {
  /** The memory of a program in MiB, which also covers the values that tools return. */
  readonly memoryMb: number;
  /** The computing time of a program in milliseconds, not counting the time that tools take. */
  readonly cpuMs: number;
  /** The maximum number of calls of a program. */
  readonly calls: number;
  /** The maximum length of the arguments, and of the result, of one call in characters of JSON. */
  readonly values: number;
  /** The maximum length of the result and of the store, each in characters of JSON. */
  readonly output: number;
  /** The maximum length of everything that the program logs, in characters. */
  readonly logs: number;
}

/** A call of a program. */
export interface ProgramCall {
  readonly name: string;
  /** See `toWire`. */
  readonly args: JsonValue;
}

/** The answer to a call: the result, see `toWire`, or the message of the exception that the program gets. */
export type ProgramAnswer = { readonly value: JsonValue } | { readonly error: string };

export interface ProgramHost {
  /** Executes calls that a program has started and waits for. Undefined ends the program. */
  call(calls: readonly ProgramCall[]): Promise<readonly ProgramAnswer[] | undefined>;
  /** Ends the program when aborted. */
  readonly signal: AbortSignal;
}

/** How a program ended. */
export type ProgramEnd = (
  | { readonly type: 'returned'; readonly value: JsonValue; readonly store: JsonValue }
  | { readonly type: 'thrown'; readonly message: string }
  /** It waits for something that never happens. */
  | { readonly type: 'stuck' }
  | { readonly type: 'limit'; readonly limit: keyof ProgramLimits }
  /** The sandbox failed. */
  | { readonly type: 'crashed'; readonly message: string }
  /** The host or its signal ended it. */
  | { readonly type: 'stopped' }
) & {
  /** What the program logged. */
  readonly logs: string;
  /** The number of further characters that it logged. */
  readonly lostLogs: number;
};

/**
 * Executes programs in isolation. A program must reach nothing but the tools, `console` and `store`, and must behave the same way each time it
 * gets the same answers.
 */
export interface Executor {
  /** Executes one program; never rejects because of what the program does. */
  execute(program: ExecutableProgram, host: ProgramHost): Promise<ProgramEnd>;
}
