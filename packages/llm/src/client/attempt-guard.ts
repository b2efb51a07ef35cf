import { AbortListeners, formatDuration, LONGEST_TIMER_MS, ToolwrightError } from '@toolwright/contract';
import { type Redactor, redactError } from '../faults/redact.js';

export interface GuardOptions {
  readonly signal: AbortSignal | undefined;
  readonly now: () => number;
  /** The time of `now` at which the whole call must end. */
  readonly deadline: number;
  readonly totalMs: number;
  /** Infinity if the reply is not streamed. */
  readonly firstChunkMs: number;
  readonly idleMs: number;
  readonly redact: Redactor;
}

const callers = new AbortListeners();

/**
 * Ends one attempt when the caller aborts or a timeout expires. `signal` is passed to `fetch`, which closes the socket. Each attempt
 * has one timer, which is re-armed only when it fires, so that {@link progress} costs almost nothing.
 */
export class AttemptGuard {
  readonly signal: AbortSignal;
  readonly #options: GuardOptions;
  readonly #controller = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #since: number;
  #started = false;
  #waiting = true;
  #released = false;
  #failure: ToolwrightError | undefined;

  constructor(options: GuardOptions) {
    this.#options = options;
    this.signal = this.#controller.signal;
    const now = options.now();
    this.#since = now;
    const { signal } = options;
    if (signal) callers.add(signal, this.#onAbort);
    if (signal?.aborted) this.#onAbort();
    else this.#arm(now);
  }

  /** The error that ended the attempt; `undefined` while it runs. */
  get failure(): ToolwrightError | undefined {
    return this.#failure;
  }

  /** Must be called when bytes arrive. */
  progress(): void {
    this.#waiting = false;
    if (this.#started) return;
    this.#started = true;
    // The timer was set for the first chunk, but the idle time may be shorter.
    clearTimeout(this.#timer);
    this.#arm(this.#options.now());
  }

  /** Must be called before waiting for bytes. Until then, silence only means that the consumer is busy. */
  wait(): void {
    this.#waiting = true;
    this.#since = this.#options.now();
  }

  /** Stops watching. Must be called at the end of the attempt, whatever the outcome. */
  release(): void {
    if (this.#released) return;
    this.#released = true;
    clearTimeout(this.#timer);
    const { signal } = this.#options;
    if (signal) callers.remove(signal, this.#onAbort);
  }

  /** Stops watching and closes the connection. */
  abandon(): void {
    this.release();
    this.#controller.abort();
  }

  readonly #onAbort = () => {
    const { signal, redact } = this.#options;
    this.#fail(abortedError(signal, redact));
  };

  #arm(now: number): void {
    if (this.#released) return;
    // Rounded to whole milliseconds, because Node groups timers of equal duration. Delays above the maximum would fire immediately.
    const due = Math.ceil(this.#due(now) - now);
    this.#timer = setTimeout(this.#check, Math.min(Math.max(due, 1), LONGEST_TIMER_MS));
  }

  #due(now: number): number {
    const { deadline, firstChunkMs, idleMs } = this.#options;
    const since = this.#waiting ? this.#since : now;
    return Math.min(deadline, since + (this.#started ? idleMs : firstChunkMs));
  }

  readonly #check = (): void => {
    const now = this.#options.now();
    // Timers may fire a fraction of a millisecond early.
    if (now < this.#due(now) - 1) {
      this.#arm(now);
      return;
    }
    const { deadline, totalMs, firstChunkMs, idleMs } = this.#options;
    if (now >= deadline - 1)
      this.#fail(timeoutError(`The call took longer than ${formatDuration(totalMs)}.`, 'totalMs'));
    else if (this.#started)
      this.#fail(timeoutError(`The stream was silent for ${formatDuration(idleMs)}.`, 'idleMs'));
    else
      this.#fail(
        timeoutError(`The reply did not begin within ${formatDuration(firstChunkMs)}.`, 'firstChunkMs'),
      );
  };

  #fail(error: ToolwrightError): void {
    this.#failure = error;
    this.abandon();
  }
}

/** Returns the error for a call whose signal was aborted. */
export function abortedError(signal: AbortSignal | undefined, redact: Redactor): ToolwrightError {
  return new ToolwrightError('ABORTED', 'The request was aborted.', {
    blame: 'user',
    cause: redactError(signal?.reason, redact),
  });
}

function timeoutError(message: string, option: string): ToolwrightError {
  return new ToolwrightError('PROVIDER_TIMEOUT', message, {
    blame: 'provider',
    hint: `Increase the client's timeouts.${option} if the provider needs longer.`,
  });
}
