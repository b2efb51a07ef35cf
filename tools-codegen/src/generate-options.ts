import type { Stopwatch } from './timing/stopwatch.js';

/** Options of `generate`: which project to read, and what to write. */
export interface GenerateOptions {
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
  /** Names of dialects, such as `gemini`: what they lose or refuse is reported. */
  readonly providers?: readonly string[] | undefined;
  /** Also makes a module of precompiled validators; default false. */
  readonly validators?: boolean | undefined;
  /** Takes results from the cache in `node_modules/.cache/toolwright`, and keeps them there; default true. */
  readonly cache?: boolean | undefined;
  /** Measures the phases of the run. Default: nothing is measured. */
  readonly stopwatch?: Stopwatch | undefined;
  /** Called with the number of source files before they are parsed, without those that they import. A cached run need not call it. */
  readonly onFilesFound?: ((count: number) => void) | undefined;
  /** Called with the number of tools and resources once they are found, before their types are read. A cached run need not call it. */
  readonly onToolsFound?: ((count: number) => void) | undefined;
  /** Called once the modules are made. A cached run need not call it. */
  readonly onToolsRead?: (() => void) | undefined;
}
