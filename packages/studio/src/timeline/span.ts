/** When something began and ended, in milliseconds since 1970. */
export interface Span {
  readonly startedAt: number;
  /** Absent while it goes on. */
  readonly endedAt?: number | undefined;
}

/**
 * Whether something may have happened when it says so: its end is not before its beginning, and both lie within the run. A clock that was
 * set meanwhile gives other times, and what they differ by is no duration.
 */
export function isTimed({ startedAt, endedAt = startedAt }: Span, run: Span): boolean {
  const { endedAt: last = Number.POSITIVE_INFINITY } = run;
  return run.startedAt <= startedAt && startedAt <= endedAt && endedAt <= last;
}
