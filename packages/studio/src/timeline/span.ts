/** The start and the end of a step or a run, in milliseconds since 1970. */
export interface Span {
  readonly startedAt: number;
  /** Absent while the step or run is in progress. */
  readonly endedAt?: number | undefined;
}

/**
 * Whether the times of a span are plausible: the end is not before the start, and both are within the run. If the clock was changed during
 * the span, the difference of its times is not a duration.
 */
export function isTimed({ startedAt, endedAt = startedAt }: Span, run: Span): boolean {
  const { endedAt: last = Number.POSITIVE_INFINITY } = run;
  return run.startedAt <= startedAt && startedAt <= endedAt && endedAt <= last;
}
