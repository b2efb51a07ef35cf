import { randomBytes } from 'node:crypto';

export function newRunId(): string {
  return randomBytes(8).toString('hex');
}

/** Returns a generator of the run's ids, the same on every replay. Unless the run resumes after a pause, the first is its own id. */
export function idsOf(runId: string, pauses: number): () => string {
  let count = 0;
  return () => {
    const index = count++;
    return index === 0 && pauses === 0 ? runId : `${runId}-${pauses}-${index}`;
  };
}
