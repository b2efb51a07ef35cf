/** The main module of the process that loads the user's modules. It calls `hostProgram`. */
export interface ProgramModule {
  /** The absolute path of the module. */
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env?: NodeJS.ProcessEnv | undefined;
  /** The maximum time without a response from the process, even while it loads the user's modules, in milliseconds. Default: 15,000. */
  readonly hangMs?: number | undefined;
  /** The maximum time until the process starts to load the modules, in milliseconds. Default: 120,000. */
  readonly loadMs?: number | undefined;
}
