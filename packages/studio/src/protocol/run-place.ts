/** The position of a run in the list. It includes the id, because several runs can start in the same millisecond. */
export interface RunPlace {
  readonly startedAt: number;
  readonly runId: string;
}

/** Compares two positions. The newest comes first. */
export function inOrder(one: RunPlace, other: RunPlace): number {
  if (one.startedAt !== other.startedAt) return other.startedAt - one.startedAt;
  return one.runId < other.runId ? -1 : Number(one.runId > other.runId);
}
