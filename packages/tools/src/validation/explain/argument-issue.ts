/** One thing that is wrong with the arguments of a call. */
export interface ArgumentIssue {
  /** `filters[0].name`; empty for the arguments as a whole. */
  readonly path: string;
  /** A sentence with the path, what was expected and what came. */
  readonly message: string;
}
