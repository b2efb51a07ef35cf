/** The module that is run as the process with the user's modules: it calls `hostProgram`. */
export interface ProgramModule {
  /** Absolute. */
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env?: NodeJS.ProcessEnv | undefined;
  /** How long the process may be silent, also while it loads the user's modules, in milliseconds. Default: 15,000. */
  readonly hangMs?: number | undefined;
  /** The same before it begins to load them. Default: 120,000. */
  readonly loadMs?: number | undefined;
}
