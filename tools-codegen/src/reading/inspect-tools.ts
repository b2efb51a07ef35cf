import type { Located, ToolSpec } from '@toolwright/contract';
import type { Inspection, ProjectInspection, ToolSite } from '@toolwright/program/compiler';
import { type Proof, withProof } from '../effects/proof.js';
import type { ToolEntry } from '../signature/tool-entry.js';
import type { JoinedReadings } from './join-readings.js';

export interface ReadTool {
  readonly site: ToolSite;
  readonly entry: ToolEntry;
}

/** A program and the tools that were read from it. */
export interface ToolInspection extends Inspection {
  readonly tools: readonly ReadTool[];
}

export type InspectTools = (inspection: ToolInspection) => void;
export type InspectProject = (inspection: ToolInspection & ProjectInspection) => void;

/** A tool of the project, with its location in the program. */
export interface ListedTool extends ReadTool {
  readonly spec: Located<ToolSpec>;
  /** Whether an earlier entry describes the same tool: a method and its overrides share a name and an origin. */
  readonly repeats: boolean;
}

/** Lists the tools, sorted by name, then by file and line. @param proof The hints that their code proves. Default: none. */
export function listTools(
  { entries, places }: JoinedReadings,
  { tools }: ToolInspection,
  proof?: Proof,
): readonly ListedTool[] {
  const sites = new Map<ToolEntry, ToolSite>(tools.map(({ entry, site }) => [entry, site]));
  return entries.flatMap((entry, index) => {
    const site = sites.get(entry);
    return site === undefined
      ? []
      : [{ spec: withProof(entry.spec, proof), entry, site, repeats: places[index]?.repeats === true }];
  });
}
