/** The source location of a tool. */
export interface ToolPlace {
  readonly name: string;
  /** Relative to the project, with forward slashes. */
  readonly file: string;
  /** Starts at 1. */
  readonly line: number;
  /** True if an earlier entry is for the same tool: a method and its overrides are one tool. */
  readonly repeats?: true;
}
