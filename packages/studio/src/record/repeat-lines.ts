import { randomUUID } from 'node:crypto';
import type { RunEntry } from '../protocol/studio-event.js';

/** An entry of a record. */
export type RecordedEntry = Pick<RunEntry, 'at' | 'run' | 'event' | 'thrown'>;

/**
 * Writes the entries of a run and its sub-runs as lines of a new run; see `readLine`. The times keep their distances, and the last one is
 * now. Sub-runs get new ids.
 */
export function repeatLines(
  entries: readonly RecordedEntry[],
  { from, to, now }: { readonly from: string; readonly to: string; readonly now: number },
): readonly string[] {
  const ids = new Map([[from, to]]);
  const idOf = (runId: string): string => {
    const id = ids.get(runId) ?? randomUUID();
    ids.set(runId, id);
    return id;
  };
  const last = entries.reduce((latest, { at }) => Math.max(latest, at), 0);
  return entries.map(({ at, run: { parentRunId, parentCallId, ...run }, event, thrown }) => {
    const isTop = run.runId === from;
    return JSON.stringify({
      time: new Date(Math.max(0, now - last + at)).toISOString(),
      ...run,
      runId: idOf(run.runId),
      ...(!isTop &&
        parentRunId !== undefined && { parentRunId: idOf(parentRunId), [nameOf(event)]: parentCallId }),
      ...event,
      ...(thrown && { thrown }),
      replayed: true,
    });
  });
}

/** The events of a call that a tool made have a `parentCallId` of their own; see `createJsonLogger`. */
function nameOf(event: RecordedEntry['event']): 'parentCallId' | 'runParentCallId' {
  return 'parentCallId' in event ? 'runParentCallId' : 'parentCallId';
}
