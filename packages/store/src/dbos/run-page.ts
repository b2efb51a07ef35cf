/** One page of runs, the oldest question first; stale runs by their ids. */
export interface RunPage<Run> {
  readonly runs: readonly Run[];
  /** Pass it as `after` for the next page; undefined on the last one. */
  readonly next?: string | undefined;
}

/** Which page of which runs. */
export interface PageQuery {
  readonly application: string;
  /** Default: all agents of the application. */
  readonly agent?: string | undefined;
  readonly limit: number;
  readonly after?: string | undefined;
}
