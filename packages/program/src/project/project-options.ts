/** The project to read, and the path of its generated module. */
export interface ProjectOptions {
  /** The path of the tsconfig or its folder, relative to `cwd`; default `tsconfig.json`. */
  readonly project?: string | undefined;
  /** Default: the working directory of the process. */
  readonly cwd?: string | undefined;
  /**
   * The path of the module to write, relative to the project's folder; default `src/toolwright.gen.ts`, or `.js` in a JavaScript project.
   */
  readonly out?: string | undefined;
  /** Globs relative to the project's folder. Only matching files may contain tools. */
  readonly include?: readonly string[] | undefined;
  /** Globs of files without tools, in addition to test files. */
  readonly exclude?: readonly string[] | undefined;
  /** Whether to use the cache in `node_modules/.cache/toolwright`; default true. */
  readonly cache?: boolean | undefined;
}
