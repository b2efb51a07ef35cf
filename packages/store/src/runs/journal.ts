import type { LLMDelta } from '@toolwright/contract';
import type { SessionRecord } from '../sessions/session-record.js';
import type { SessionLease } from '../sessions/session-store.js';
import { advance, type OpenRun, type RecordedCall, type RecordedReply } from './open-run.js';

/**
 * One run as it is being written. While it repeats what was recorded, it gives the recorded replies and outcomes; from there on
 * it records what happens before anybody acts on it.
 */
export class Journal {
  #run: OpenRun;
  readonly #lease: SessionLease;
  readonly #onFailure: (error: unknown) => void;
  #replayed = 0;

  /** @param onFailure told when something could not be recorded, or is not as it was: the run must not go on then */
  constructor(run: OpenRun, lease: SessionLease, onFailure: (error: unknown) => void) {
    this.#run = run;
    this.#lease = lease;
    this.#onFailure = onFailure;
  }

  get run(): OpenRun {
    return this.#run;
  }

  /** The recorded reply to the next request; undefined where the model has to be asked. */
  nextReply(): RecordedReply | undefined {
    return this.#run.replies[this.#replayed++];
  }

  findCall(callId: string): RecordedCall | undefined {
    return this.#run.calls.get(callId);
  }

  /** Rejects where the record could not be written. */
  async add(record: SessionRecord): Promise<void> {
    try {
      await this.#lease.append([record]);
    } catch (error) {
      throw this.fail(error);
    }
    this.#run = advance(this.#run, record);
  }

  /** Ends the run without an end on record, so that it can be resumed; gives the error. */
  fail(error: unknown): unknown {
    this.#onFailure(error);
    return error;
  }

  addReply(reply: RecordedReply): Promise<void> {
    return this.add({ type: 'model-reply', runId: this.#run.start.runId, reply });
  }
}

/** Pieces of one text become one piece; the order of all else stays. */
export function joinDeltas(deltas: readonly LLMDelta[]): LLMDelta[] {
  const joined: LLMDelta[] = [];
  for (const delta of deltas) {
    const last = joined.at(-1);
    if (delta.type === 'text-delta' && last?.type === 'text-delta') {
      joined[joined.length - 1] = { type: 'text-delta', text: last.text + delta.text };
    } else if (delta.type === 'reasoning-delta' && last?.type === 'reasoning-delta') {
      joined[joined.length - 1] = { type: 'reasoning-delta', text: last.text + delta.text };
    } else joined.push(delta);
  }
  return joined;
}
