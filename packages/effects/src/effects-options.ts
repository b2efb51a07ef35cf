import type { ProjectOptions } from '@toolwright/program';
import type { Diagnostic } from '@toolwright/program/diagnostics';
import type { ToolEffects } from './effect.js';
import type { Forbidden, ToolFlows } from './flows/flow.js';

/** Options of `findEffects`: the project, and the scope of the analysis. */
export interface EffectsOptions extends ProjectOptions {
  /** Also reads the sources of packages that ship TypeScript or ES modules of moderate size. Default: false. */
  readonly follow?: boolean | undefined;
  /** Also finds what the tools of each agent and each registry can do in combination. Default: false. */
  readonly flows?: boolean | undefined;
  /**
   * Combinations to report as errors instead of warnings; see `ToolFlows.trifecta`. Default: none. Has no effect unless `flows` is true.
   */
  readonly forbid?: readonly Forbidden[] | undefined;
}

/** The effects of a project's tools. */
export interface EffectsResult {
  /** Sorted by name, then by file. */
  readonly tools: readonly ToolEffects[];
  /** Agents sorted by name, then registries without an agent. Absent unless requested. */
  readonly flows?: readonly ToolFlows[];
  /** Contradicted hints, and errors that exclude tools. Sorted by file and position. */
  readonly diagnostics: readonly Diagnostic[];
  /** Absolute; the paths of tools and diagnostics are relative to it. */
  readonly projectDir: string;
}
