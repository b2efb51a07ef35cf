/** The place of a tool in the source. */
export interface ToolPlace {
  readonly name: string;
  /** Relative to the project, with forward slashes. */
  readonly file: string;
  /** Counts from 1. */
  readonly line: number;
  /** Another place of the same tool precedes this one: a method and those that override it are one tool. */
  readonly repeats?: true;
}
