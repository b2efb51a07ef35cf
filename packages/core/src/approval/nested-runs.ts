import type { PausedRun, PendingCall } from '@toolwright/contract';
import { INNER } from '../calls/call-ids.js';
import type { ApprovalDecisions } from './decision.js';
import { pausedCallsOf } from './paused-calls.js';

/** A paused sub-agent run and the decisions that resume it. */
export interface Resumption {
  readonly paused: PausedRun;
  readonly decisions: ApprovalDecisions;
}

/** Paused sub-agent runs by the call that started them. The parent run pauses with them. */
export class NestedRuns {
  readonly #paused = new Map<string, PausedRun>();
  readonly #resumptions: Map<string, Resumption>;

  /** @param resumptions paused runs to resume when their calls are executed again */
  constructor(resumptions: ReadonlyMap<string, Resumption> = new Map()) {
    this.#resumptions = new Map(resumptions);
  }

  pause(callId: string, run: PausedRun): void {
    this.#paused.set(callId, run);
  }

  /** Adds the runs that a resumed tool has started. */
  resume(resumptions: ReadonlyMap<string, Resumption>): void {
    for (const [callId, resumption] of resumptions) this.#resumptions.set(callId, resumption);
  }

  findPaused(callId: string): PausedRun | undefined {
    return this.#paused.get(callId);
  }

  findResumption(callId: string): Resumption | undefined {
    return this.#resumptions.get(callId);
  }
}

/**
 * Returns the pending calls of nested runs. Each id is the path from the outermost call to the innermost.
 * @param above the call that the keys of the runs are relative to
 */
export function pendingOf(nested: Readonly<Record<string, PausedRun>>, above?: string): PendingCall[] {
  return Object.entries(nested).flatMap(([callId, run]) => {
    const outer = above === undefined ? callId : innerId(above, callId);
    const agent = pausedCallsOf(run) === undefined ? run.agent : undefined;
    return run.pending.map((call) => ({
      ...(agent && { agent }),
      ...call,
      callId: innerId(outer, call.callId),
    }));
  });
}

/** Assigns to each run the decisions about its own calls. */
export function resumptionsOf(
  nested: Readonly<Record<string, PausedRun>>,
  decisions: ApprovalDecisions,
): Map<string, Resumption> {
  return new Map(
    Object.entries(nested).map(([callId, paused]) => {
      const own = paused.pending.flatMap((call) => {
        const decision = decisions[innerId(callId, call.callId)];
        return decision === undefined ? [] : [[call.callId, decision] as const];
      });
      return [callId, { paused, decisions: Object.fromEntries(own) }];
    }),
  );
}

/** Returns the id of a call within another one. */
export function innerId(outer: string, inner: string): string {
  return `${outer}${INNER}${inner}`;
}
