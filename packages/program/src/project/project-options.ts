/** The project to read, and the path of its generated module. */
export interface ProjectOptions {
  /** Path of the tsconfig or its folder, relative to `cwd`; default `tsconfig.json`. */
  readonly project?: string | undefined;
  /** Default: the working folder of the process. */
  readonly cwd?: string | undefined;
  /** Path of the module to write, relative to the project's folder; default `src/toolwright.gen.ts`, or `.js` in a JavaScript project. */
  readonly out?: string | undefined;
  /** Globs, relative to the project's folder: only these files may contain tools. */
  readonly include?: readonly string[] | undefined;
  /** Globs of files without tools, besides test files. */
  readonly exclude?: readonly string[] | undefined;
  /** Reads and stores results in the cache in `node_modules/.cache/toolwright`; default true. */
  readonly cache?: boolean | undefined;
}
