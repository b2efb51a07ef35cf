/** The place of a tool in the source. */
export interface ToolPlace {
  readonly name: string;
  /** Relative to the project, with forward slashes. */
  readonly file: string;
  /** Counts from 1. */
  readonly line: number;
  /** True if an earlier place belongs to the same tool: a method and its overrides are one tool. */
  readonly repeats?: true;
}
