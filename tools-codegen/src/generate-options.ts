import type { ProjectOptions, Stopwatch } from '@toolwright/program';

/** Options of `generate`: which project to read, and what to write. */
export interface GenerateOptions extends ProjectOptions {
  /** Names of dialects, such as `gemini`: what they lose or refuse is reported. */
  readonly providers?: readonly string[] | undefined;
  /** Also makes a module of precompiled validators; default false. */
  readonly validators?: boolean | undefined;
  /** Measures the phases of the run. Default: nothing is measured. */
  readonly stopwatch?: Stopwatch | undefined;
  /** Called with the number of source files before they are parsed, without those that they import. A cached run need not call it. */
  readonly onFilesFound?: ((count: number) => void) | undefined;
  /** Called with the number of tools and resources once they are found, before their types are read. A cached run need not call it. */
  readonly onToolsFound?: ((count: number) => void) | undefined;
  /** Called once the modules are made. A cached run need not call it. */
  readonly onToolsRead?: (() => void) | undefined;
}
