import type { ToolSpec } from '@toolwright/contract';
import type { ToolSite } from '../discover/sites/tool-site.js';
import type { Inspection } from '../reading/inspection.js';
import type { JoinedReadings } from '../reading/join-readings.js';
import type { ToolEntry } from '../signature/tool-entry.js';

/** A tool of the project, as the checks see it. */
export interface LintTool {
  readonly spec: ToolSpec;
  readonly entry: ToolEntry;
  readonly site: ToolSite;
  /** Another entry of the same tool stands before it: a method and its overrides share a name and an origin. */
  readonly repeats: boolean;
}

/** By name, then by file and line. */
export function listTools({ entries, places }: JoinedReadings, { tools }: Inspection): readonly LintTool[] {
  const sites = new Map<ToolEntry, ToolSite>(tools.map(({ entry, site }) => [entry, site]));
  return entries.flatMap((entry, index) => {
    const site = sites.get(entry);
    return site === undefined
      ? []
      : [{ spec: entry.spec, entry, site, repeats: places[index]?.repeats === true }];
  });
}
