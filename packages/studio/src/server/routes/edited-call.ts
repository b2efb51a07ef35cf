import type { RunEntry } from '../../protocol/studio-event.js';
import { DEEPEST_CALL } from '../../timeline/branch.js';

/** A call whose result is edited, with what it means for the program that made it. */
export interface EditedCall {
  /** The calls whose tools made it, innermost first. Empty for a call of the model. */
  readonly above: readonly string[];
  /** The other calls of the same program that had been made when it ended. */
  readonly made: readonly string[];
  /** Those of them that asked for an approval of the whole program, which does not hold for what it does now. */
  readonly plans: readonly string[];
  /** The calls that the program made later, which may differ now. */
  readonly unmade: ReadonlySet<string>;
  /** The sequence number at which the run paused or ended after the edited call, if its program had not ended. */
  readonly end: number;
}

/** @param own the entries of the run, without its sub-runs */
export function editedCall(own: readonly RunEntry[], callId: string): EditedCall {
  const parents = new Map<string, string>();
  const begins = new Map<string, number>();
  const plans = new Set<string>();
  let at = Number.POSITIVE_INFINITY;
  for (const { event, sequence } of own) {
    if (event.type !== 'tool-call' && event.type !== 'tool-result') continue;
    if (!begins.has(event.callId)) begins.set(event.callId, sequence);
    if (event.name === PLAN_TOOL) plans.add(event.callId);
    if (event.parentCallId !== undefined) parents.set(event.callId, event.parentCallId);
    if (event.type === 'tool-result' && event.callId === callId) at = sequence;
  }
  const above = ancestorsOf(callId, parents);
  const top = above.at(-1);
  const end = Number.POSITIVE_INFINITY;
  if (top === undefined) return { above, made: [], plans: [], unmade: new Set(), end };
  const siblings = [...parents.keys()].filter(
    (id) => id !== callId && !above.includes(id) && ancestorsOf(id, parents).at(-1) === top,
  );
  const isMade = (id: string): boolean => (begins.get(id) ?? 0) < at;
  const stop = own.find(({ event, sequence }) => sequence > at && STOPS.has(event.type));
  return {
    above,
    made: siblings.filter((id) => isMade(id) && !plans.has(id)),
    plans: siblings.filter((id) => plans.has(id)),
    unmade: new Set(siblings.filter((id) => !isMade(id))),
    end: stop?.sequence ?? end,
  };
}

/**
 * Leaves out the results of calls that are open again, and everything of calls that were not made, with the runs that these started.
 */
export function withoutCalls(
  entries: readonly RunEntry[],
  runId: string,
  { open, unmade }: { readonly open: ReadonlySet<string>; readonly unmade: ReadonlySet<string> },
): readonly RunEntry[] {
  const gone = new Set<string>();
  return entries.filter(({ run, event }) => {
    if (run.runId !== runId) {
      const { parentRunId = '', parentCallId = '' } = run;
      if (gone.has(parentRunId) || (parentRunId === runId && unmade.has(parentCallId))) gone.add(run.runId);
      return !gone.has(run.runId);
    }
    if (!('callId' in event) || event.callId === undefined) return true;
    return !unmade.has(event.callId) && (event.type !== 'tool-result' || !open.has(event.callId));
  });
}

/** The tool of `@toolwright/code-mode` whose call asks a person about a whole program. */
const PLAN_TOOL = 'approveProgram';

const STOPS: ReadonlySet<string> = new Set<RunEntry['event']['type']>([
  'approval-request',
  'run-end',
  'run-interrupted',
]);

/** Returns the calls above a call, innermost first. In a forged log, a call can be above itself. */
function ancestorsOf(callId: string, parents: ReadonlyMap<string, string>): readonly string[] {
  const found = new Set<string>();
  for (let id = parents.get(callId); id !== undefined && found.size < DEEPEST_CALL; id = parents.get(id))
    found.add(id);
  found.delete(callId);
  return [...found];
}
