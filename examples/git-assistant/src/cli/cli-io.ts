/** The program's environment; tests pass their own. */
export interface CliIo {
  /** Results only, so that they can be piped to another program. */
  readonly stdout: NodeJS.WritableStream & { readonly isTTY?: boolean };
  /** Progress, questions, warnings. */
  readonly stderr: NodeJS.WriteStream | (NodeJS.WritableStream & { readonly isTTY?: boolean });
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  /** The command that starts this program, for the hook that calls it. */
  readonly command: readonly string[];
  /** Aborted when the user wants to stop everything. */
  readonly signal: AbortSignal;
  /** Runs work that Ctrl-C ends without ending the program. The signal of the work is also aborted with the program's signal. */
  readonly turn: <T>(work: (signal: AbortSignal) => Promise<T>) => Promise<T>;
}
