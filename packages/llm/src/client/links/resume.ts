import type { LLMDelta } from '@toolwright/contract';
import type { BatchSource } from '../../reply/batched-stream.js';
import type { Call, Link, Open } from './link.js';

/** Resumes an answer that the provider paused: another request continues it. */
export const resume: Link = (next) => (call) => {
  if (call.wire.resume === undefined) return next(call);
  return next(call).then((source) => new ResumedReply(call, source, next));
};

class ResumedReply implements BatchSource<LLMDelta> {
  readonly #open: Open;
  #call: Call;
  #source: BatchSource<LLMDelta>;
  #following: Call | undefined;
  #closed = false;

  constructor(call: Call, source: BatchSource<LLMDelta>, open: Open) {
    this.#open = open;
    this.#call = call;
    this.#source = source;
  }

  async next(): Promise<readonly LLMDelta[] | undefined> {
    for (;;) {
      const batch = await this.#source.next();
      if (batch === undefined) {
        if (!(await this.#continue())) return undefined;
      } else if (batch.at(-1)?.type === 'finish') {
        const wire = await this.#call.wire.resume?.();
        if (wire === undefined) return batch;
        this.#following = { ...this.#call, wire };
        // Only this part of the answer is complete.
        return batch.slice(0, -1);
      } else return batch;
    }
  }

  close(): void {
    this.#closed = true;
    this.#source.close();
  }

  /** Returns false if the answer is complete or the consumer stopped reading. */
  async #continue(): Promise<boolean> {
    if (this.#following === undefined || this.#closed) return false;
    this.#call = this.#following;
    this.#following = undefined;
    this.#source = await this.#open(this.#call);
    if (this.#closed) this.#source.close();
    return !this.#closed;
  }
}
