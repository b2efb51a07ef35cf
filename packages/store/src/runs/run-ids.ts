import { randomBytes } from 'node:crypto';

export function newRunId(): string {
  return randomBytes(8).toString('hex');
}

/** Returns the ids of one run, the same on every replay. The first is the run's own id, unless the run resumes after a pause. */
export function idsOf(runId: string, pauses: number): () => string {
  let count = 0;
  return () => {
    const index = count++;
    return index === 0 && pauses === 0 ? runId : `${runId}-${pauses}-${index}`;
  };
}
