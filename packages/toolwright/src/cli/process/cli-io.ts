import type * as Codegen from '@toolwright/codegen';

/** What the command line needs of a process; tests bring their own. */
export interface CliIo {
  /** Absolute. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Results: what another program may read. */
  readonly stdout: OutputStream;
  /** Everything that is said to people. */
  readonly stderr: OutputStream;
  /** Loads the optional package; called by the commands that need it only. */
  readonly importCodegen: () => Promise<CodegenModule>;
  /** Called where one piece of work is all that the process does. */
  readonly expectShortRun: () => void;
  /** A signal that aborts when the user wants a command to end that else goes on; it then has to end by itself. */
  readonly untilInterrupted: () => AbortSignal;
}

export interface OutputStream {
  write(text: string): unknown;
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
}

/** The part of `@toolwright/codegen` that the commands use. */
export type CodegenModule = Pick<
  typeof Codegen,
  'generate' | 'writeModules' | 'checkModules' | 'printDiagnostics' | 'watch'
>;
