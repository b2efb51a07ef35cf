/** What the program takes from its surroundings; tests pass their own. */
export interface CliIo {
  /** Results only, so that they can be piped. */
  readonly stdout: NodeJS.WritableStream & { readonly isTTY?: boolean };
  /** Progress, questions, warnings. */
  readonly stderr: NodeJS.WriteStream | (NodeJS.WritableStream & { readonly isTTY?: boolean });
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  /** How this program is started, for the hook that calls it. */
  readonly command: readonly string[];
  /** Aborted when the user wants it all to stop. */
  readonly signal: AbortSignal;
  /** Runs work that Ctrl-C ends without ending the program; its signal is aborted with the program's as well. */
  readonly turn: <T>(work: (signal: AbortSignal) => Promise<T>) => Promise<T>;
}
