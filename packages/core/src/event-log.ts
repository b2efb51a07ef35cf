import { type AgentEvent, errorMessage, type Logger, type RunInfo } from '@toolwright/contract';

/** Shows each event of a run to the logger, on its way to the consumer. */
export class EventLog {
  readonly #logger: Logger | undefined;
  readonly #run: RunInfo;
  readonly #onFailure: (warning: AgentEvent) => void;
  #failed = false;

  /** @param onFailure gets a warning the first time that the logger throws */
  constructor(logger: Logger | undefined, run: RunInfo, onFailure: (warning: AgentEvent) => void) {
    this.#logger = logger;
    this.#run = run;
    this.#onFailure = onFailure;
  }

  note(event: AgentEvent): void {
    if (this.#logger === undefined) return;
    try {
      this.#logger.log(event, this.#run);
    } catch (thrown) {
      this.#warn(thrown);
    }
  }

  /** See {@link Logger.within}. The work is done in any case, and once. */
  within<T>(callId: string | undefined, work: () => T): T {
    if (this.#logger?.within === undefined) return work();
    let done: Done<T> | undefined;
    const doOnce = (): T => {
      if (done !== undefined) return settle(done);
      try {
        const value = work();
        done = { value };
        return value;
      } catch (error) {
        done = { error };
        throw error;
      }
    };
    try {
      this.#logger.within(callId, this.#run, doOnce);
    } catch (thrown) {
      if (done === undefined || 'value' in done || done.error !== thrown) this.#warn(thrown);
    }
    return done === undefined ? work() : settle(done);
  }

  #warn(thrown: unknown): void {
    if (this.#failed) return;
    this.#failed = true;
    this.#onFailure({ type: 'warning', message: `The logger failed: ${errorMessage(thrown)}` });
  }
}

type Done<T> = { readonly value: T } | { readonly error: unknown };

function settle<T>(done: Done<T>): T {
  if ('error' in done) throw done.error;
  return done.value;
}
