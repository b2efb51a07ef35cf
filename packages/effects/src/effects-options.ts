import type { ProjectOptions } from '@toolwright/program';
import type { Diagnostic } from '@toolwright/program/diagnostics';
import type { ToolEffects } from './effect.js';
import type { Forbidden, ToolFlows } from './flows/flow.js';

/** Options of `findEffects`: which project to read, and how far. */
export interface EffectsOptions extends ProjectOptions {
  /** Also reads the sources of packages that ship TypeScript or ES modules of moderate size. Default: false. */
  readonly follow?: boolean | undefined;
  /** Also finds what the tools of each agent and registry can do together. Default: false. */
  readonly flows?: boolean | undefined;
  /** What is an error instead of a warning; see `ToolFlows.trifecta`. Default: nothing. Without effect unless `flows` is true. */
  readonly forbid?: readonly Forbidden[] | undefined;
}

/** What the tools of a project can do. */
export interface EffectsResult {
  /** By name, then by file. */
  readonly tools: readonly ToolEffects[];
  /** Agents by name, then registries that no agent has. Absent unless asked for. */
  readonly flows?: readonly ToolFlows[];
  /** Contradicted hints, and errors because of which tools are missing. By file and place. */
  readonly diagnostics: readonly Diagnostic[];
  /** Absolute. The files of tools and diagnostics are relative to it. */
  readonly projectDir: string;
}
