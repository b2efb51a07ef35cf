/** Which project to read, and where its generated module goes. */
export interface ProjectOptions {
  /** Path of the tsconfig or its folder, relative to `cwd`; default `tsconfig.json`. */
  readonly project?: string | undefined;
  /** Default: the process's. */
  readonly cwd?: string | undefined;
  /** Path of the module to write, relative to the project's folder; default `src/toolwright.gen.ts`, or `.js` in a JavaScript project. */
  readonly out?: string | undefined;
  /** Globs, relative to the project's folder: tools are sought in these files only. */
  readonly include?: readonly string[] | undefined;
  /** Globs of files without tools, besides test files. */
  readonly exclude?: readonly string[] | undefined;
  /** Takes results from the cache in `node_modules/.cache/toolwright`, and keeps them there; default true. */
  readonly cache?: boolean | undefined;
}
