/** One page of runs. Waiting runs are sorted by the age of their question, and stale runs by id. */
export interface RunPage<Run> {
  readonly runs: readonly Run[];
  /** The value of `after` that selects the next page; undefined on the last page. */
  readonly next?: string | undefined;
}

export interface PageQuery {
  readonly application: string;
  /** Default: all agents of the application. */
  readonly agent?: string | undefined;
  readonly limit: number;
  readonly after?: string | undefined;
}
