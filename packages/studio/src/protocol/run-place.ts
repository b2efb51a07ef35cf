/** Where a run stands in the list: many may begin in one millisecond. */
export interface RunPlace {
  readonly startedAt: number;
  readonly runId: string;
}

/** The newest first. */
export function inOrder(one: RunPlace, other: RunPlace): number {
  if (one.startedAt !== other.startedAt) return other.startedAt - one.startedAt;
  return one.runId < other.runId ? -1 : Number(one.runId > other.runId);
}
