import type { Located, ToolSpec } from '@toolwright/contract';
import type { ToolSite } from '@toolwright/program/compiler';

/** A tool of the project, with the data that the checks need. */
export interface LintTool {
  readonly spec: Located<ToolSpec>;
  readonly site: ToolSite;
  /** Whether an earlier entry is for the same tool: a method and its overrides share a name and an origin. */
  readonly repeats: boolean;
}
