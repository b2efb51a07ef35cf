/** The main module of the process with the user's modules. It calls `hostProgram`. */
export interface ProgramModule {
  /** The absolute path of the module. */
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env?: NodeJS.ProcessEnv | undefined;
  /** How long the process may be unresponsive, including while it loads the user's modules, in milliseconds. Default: 15,000. */
  readonly hangMs?: number | undefined;
  /** How long the process may be unresponsive before it begins to load the modules, in milliseconds. Default: 120,000. */
  readonly loadMs?: number | undefined;
}
