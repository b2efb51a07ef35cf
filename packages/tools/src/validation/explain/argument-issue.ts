/** One mistake in the arguments of a call. */
export interface ArgumentIssue {
  /** The path, for example `filters[0].name`; empty for the arguments as a whole. */
  readonly path: string;
  /** A sentence with the path, the expected value and the actual value. */
  readonly message: string;
}
