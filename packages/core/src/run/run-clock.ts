import { AbortListeners, formatDuration, LONGEST_TIMER_MS, ToolwrightError } from '@toolwright/contract';
import type { RunEvents } from './stream/run-events.js';

export interface RunClockOptions {
  /** The caller's signal. */
  readonly signal: AbortSignal | undefined;
  readonly timeMs: number | undefined;
  /** The duration of the run before it was paused, in milliseconds. */
  readonly elapsedMs: number;
  readonly now: () => number;
  /** Whether the time limit only aborts tools, so that the model can still answer. */
  readonly answersLate: boolean;
  readonly onEnding?: (() => void) | undefined;
  readonly onTimeUp: () => void;
}

const callers = new AbortListeners();

/** Ends a run from outside: through the caller's signal or the time limit. */
export class RunClock {
  endedByTime = false;
  readonly #options: RunClockOptions;
  readonly #events: RunEvents;
  #controller = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #startedAt = 0;
  /** Makes the work in progress end soon. If undefined, an abort only stops waiting for it. */
  #endWork: (() => void) | undefined;

  constructor(options: RunClockOptions, events: RunEvents) {
    this.#options = options;
    this.#events = events;
  }

  /** Aborts the work in progress. If only that work has to end, a new signal replaces this one afterwards. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  get now(): number {
    return this.#options.now();
  }

  start(): void {
    const { signal, timeMs, elapsedMs, now } = this.#options;
    this.#startedAt = now();
    if (signal?.aborted) this.#abortByCaller();
    else if (signal) callers.add(signal, this.#abortByCaller);
    if (timeMs !== undefined && timeMs <= LONGEST_TIMER_MS) {
      this.#timer = setTimeout(() => this.#endTime(timeMs), Math.max(0, timeMs - elapsedMs));
    }
  }

  stop(): void {
    clearTimeout(this.#timer);
    const { signal } = this.#options;
    if (signal) callers.remove(signal, this.#abortByCaller);
  }

  /** The duration of the run so far, excluding pauses. */
  get elapsedMs(): number {
    return this.#options.elapsedMs + this.now - this.#startedAt;
  }

  /**
   * Waits for work until it is done or the run is aborted, and emits the events that it pushes.
   * @param endWork makes the work end soon; if undefined, an abort only stops waiting for it
   */
  withAbort<T>(work: () => Promise<T>, endWork?: () => void): Promise<T> {
    this.throwIfAborted();
    this.#endWork = endWork;
    return this.#events.follow(work);
  }

  /** Waits for a policy until the run's time is up, even if the model may still answer: that request would ask the policy again. */
  async waitForPolicy<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await this.withAbort(work, () => {
        this.endedByTime = !this.signal.aborted || this.endedByTime;
        this.#events.interrupt(this.abortError());
      });
    } finally {
      this.#endWork = undefined;
    }
  }

  throwIfAborted(): void {
    if (this.signal.aborted) throw this.abortError();
  }

  /** Aborts the request in progress only, and then replaces the signal. */
  readonly abortRequest = (): void => {
    const controller = this.#controller;
    if (controller.signal.aborted) return;
    this.#controller = new AbortController();
    controller.abort();
  };

  abort(reason?: unknown): void {
    if (this.signal.aborted) return;
    this.#controller.abort(reason);
    this.#options.onEnding?.();
    if (this.#endWork) this.#endWork();
    else this.#events.interrupt(this.abortError());
  }

  abortError(): ToolwrightError {
    return new ToolwrightError('ABORTED', 'The run was aborted.', {
      blame: 'user',
      cause: this.signal.reason,
    });
  }

  readonly #abortByCaller = (): void => this.abort(this.#options.signal?.reason);

  #endTime(timeMs: number): void {
    if (this.signal.aborted) return;
    const { onTimeUp, onEnding, answersLate } = this.#options;
    onTimeUp();
    onEnding?.();
    const reason = new ToolwrightError(
      'LIMIT_REACHED',
      `The time limit of ${formatDuration(timeMs)} was reached.`,
      {
        blame: 'user',
      },
    );
    this.endedByTime = !answersLate;
    if (this.endedByTime) this.abort(reason);
    else if (this.#endWork) {
      // Aborts only the tools in progress, because the model must still be asked for an answer.
      const controller = this.#controller;
      this.#controller = new AbortController();
      controller.abort(reason);
      this.#endWork();
    }
  }
}

/** Returns a signal that is aborted with the first of the given signals; undefined if none is given. */
export function joinSignals(...signals: readonly (AbortSignal | undefined)[]): AbortSignal | undefined {
  const given = signals.filter((signal) => signal !== undefined);
  return given.length > 1 ? AbortSignal.any(given) : given[0];
}
