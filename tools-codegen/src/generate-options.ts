import type { ProjectOptions, Stopwatch } from '@toolwright/program';

/** Options of `generate`: which project to read, and what to write. */
export interface GenerateOptions extends ProjectOptions {
  /** Names of dialects, such as `gemini`: codegen reports what they lose or refuse. */
  readonly providers?: readonly string[] | undefined;
  /** Also generates a module of precompiled validators; default false. */
  readonly validators?: boolean | undefined;
  /** Measures the phases of the run. Default: nothing is measured. */
  readonly stopwatch?: Stopwatch | undefined;
  /** Called with the number of source files, not counting imported ones, before they are parsed. A cached run need not call it. */
  readonly onFilesFound?: ((count: number) => void) | undefined;
  /** Called with the number of tools and resources before their types are read. A cached run need not call it. */
  readonly onToolsFound?: ((count: number) => void) | undefined;
  /** Called when the modules are complete. A cached run need not call it. */
  readonly onToolsRead?: (() => void) | undefined;
}
