import type { ProjectOptions, Stopwatch } from '@toolwright/program';
import type { Proof } from './effects/proof.js';

/** Options of `generate`: which project to read, and what to write. */
export interface GenerateOptions extends ProjectOptions {
  /** The names of dialects, such as `gemini`, for which codegen reports what is lost or refused. */
  readonly providers?: readonly string[] | undefined;
  /** Also generates a module of precompiled validators; default false. */
  readonly validators?: boolean | undefined;
  /** Measures the phases of the run. Default: no measurements. */
  readonly stopwatch?: Stopwatch | undefined;
  /** Called with the number of source files, not counting imported ones, before they are parsed. A cached run need not call it. */
  readonly onFilesFound?: ((count: number) => void) | undefined;
  /** Called with the number of tools and resources before their types are read. A cached run need not call it. */
  readonly onToolsFound?: ((count: number) => void) | undefined;
  /** Called when the modules are complete. A cached run need not call it. */
  readonly onToolsRead?: (() => void) | undefined;
}

/** Options of one run: those of `generate`, and what is known before the run reads the project. */
export interface RunOptions extends GenerateOptions {
  /** The hints that the code proves. Default: the modules contain only the hints that the source states. */
  readonly proof?: Proof | undefined;
}
