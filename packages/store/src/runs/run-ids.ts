import { randomBytes } from 'node:crypto';

export function newRunId(): string {
  return randomBytes(8).toString('hex');
}

/** Ids for one run, the same each time it is played: its own comes first, unless it goes on after a pause. */
export function idsOf(runId: string, pauses: number): () => string {
  let count = 0;
  return () => {
    const index = count++;
    return index === 0 && pauses === 0 ? runId : `${runId}-${pauses}-${index}`;
  };
}
