import type { ToolSpec } from '@toolwright/contract';
import type { Inspection, ProjectInspection, ToolSite } from '@toolwright/program/compiler';
import type { ToolEntry } from '../signature/tool-entry.js';
import type { JoinedReadings } from './join-readings.js';

/** A tool that was read, and where it stands. */
export interface ReadTool {
  readonly site: ToolSite;
  readonly entry: ToolEntry;
}

/** A program with what was read of its tools. */
export interface ToolInspection extends Inspection {
  readonly tools: readonly ReadTool[];
}

export type InspectTools = (inspection: ToolInspection) => void;
export type InspectProject = (inspection: ToolInspection & ProjectInspection) => void;

/** A tool of the project, with the program around it. */
export interface ListedTool extends ReadTool {
  readonly spec: ToolSpec;
  /** Another entry of the same tool stands before it: a method and its overrides share a name and an origin. */
  readonly repeats: boolean;
}

/** By name, then by file and line. */
export function listTools(
  { entries, places }: JoinedReadings,
  { tools }: ToolInspection,
): readonly ListedTool[] {
  const sites = new Map<ToolEntry, ToolSite>(tools.map(({ entry, site }) => [entry, site]));
  return entries.flatMap((entry, index) => {
    const site = sites.get(entry);
    return site === undefined
      ? []
      : [{ spec: entry.spec, entry, site, repeats: places[index]?.repeats === true }];
  });
}
