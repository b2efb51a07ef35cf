import type { ToolSpec } from '@toolwright/contract';
import type { ToolSite } from '@toolwright/program/compiler';

/** A tool of the project, as the checks see it. */
export interface LintTool {
  readonly spec: ToolSpec;
  readonly site: ToolSite;
  /** Another entry of the same tool stands before it: a method and its overrides share a name and an origin. */
  readonly repeats: boolean;
}
