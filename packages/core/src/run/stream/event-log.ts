import {
  type AgentEvent,
  errorMessage,
  type LoggedRequest,
  type Logger,
  type RunInfo,
} from '@toolwright/contract';
import { isThenable } from '../../base/is-thenable.js';

/** Shows each event of a run to the logger before it reaches the reader. */
export class EventLog {
  readonly #logger: Logger | undefined;
  readonly #run: RunInfo;
  readonly #onFailure: (warning: AgentEvent) => void;
  #failed = false;

  /** @param onFailure receives a warning the first time that the logger throws or rejects */
  constructor(logger: Logger | undefined, run: RunInfo, onFailure: (warning: AgentEvent) => void) {
    this.#logger = logger;
    this.#run = run;
    this.#onFailure = onFailure;
  }

  note(event: AgentEvent): void {
    if (this.#logger === undefined) return;
    try {
      this.#watch(this.#logger.log(event, this.#run));
    } catch (thrown) {
      this.#warn(thrown);
    }
  }

  /** See {@link Logger.request}. */
  request(request: LoggedRequest): void {
    if (this.#logger?.request === undefined) return;
    try {
      this.#watch(this.#logger.request(request, this.#run));
    } catch (thrown) {
      this.#warn(thrown);
    }
  }

  /** Runs `work` exactly once, whatever the logger does. See {@link Logger.within}. */
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
      const returned: unknown = this.#logger.within(callId, this.#run, doOnce);
      // Any promise other than the one returned by `work` could cause an unhandled rejection.
      if (done === undefined || !('value' in done) || returned !== done.value) quiet(returned);
    } catch (thrown) {
      if (done === undefined || 'value' in done || done.error !== thrown) this.#warn(thrown);
    }
    return done === undefined ? work() : settle(done);
  }

  /** Turns a rejection of an asynchronous logger into a warning, without waiting for the logger. */
  #watch(returned: unknown): void {
    if (isThenable(returned)) returned.then(undefined, (thrown: unknown) => this.#warn(thrown));
  }

  #warn(thrown: unknown): void {
    if (this.#failed) return;
    this.#failed = true;
    this.#onFailure({ type: 'warning', message: `The logger failed: ${errorMessage(thrown)}` });
  }
}

function quiet(returned: unknown): void {
  if (isThenable(returned)) returned.then(undefined, () => {});
}

type Done<T> = { readonly value: T } | { readonly error: unknown };

function settle<T>(done: Done<T>): T {
  if ('error' in done) throw done.error;
  return done.value;
}
