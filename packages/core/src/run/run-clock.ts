import { AbortListeners, formatDuration, LONGEST_TIMER_MS, ToolwrightError } from '@toolwright/contract';
import type { RunEvents } from './stream/run-events.js';

export interface RunClockOptions {
  /** Aborted by the caller. */
  readonly signal: AbortSignal | undefined;
  /** How long the run may take. */
  readonly timeMs: number | undefined;
  /** How long it took before it was paused, in milliseconds. */
  readonly elapsedMs: number;
  readonly now: () => number;
  /** Whether the end of the time aborts tools only, so that the model can still answer. */
  readonly answersLate: boolean;
  /** Called when the run must end. */
  readonly onEnding?: (() => void) | undefined;
  /** Called when the time is up. */
  readonly onTimeUp: () => void;
}

const callers = new AbortListeners();

/** What can end a run from outside: the caller's signal and the limit of time. */
export class RunClock {
  /** The limit of time has ended the run. */
  endedByTime = false;
  readonly #options: RunClockOptions;
  readonly #events: RunEvents;
  #controller = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #startedAt = 0;
  /** Makes the work in progress end soon; without it an abort ends only the wait for the work. */
  #endWork: (() => void) | undefined;

  constructor(options: RunClockOptions, events: RunEvents) {
    this.#options = options;
    this.#events = events;
  }

  /** Aborts the work in progress. A new signal takes its place when only that work has to end. */
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

  /** How long the run has taken, without pauses. */
  get elapsedMs(): number {
    return this.#options.elapsedMs + this.now - this.#startedAt;
  }

  /**
   * Waits for work until the run is aborted, and emits the events that it pushes.
   * @param endWork makes the work end soon; without it an abort ends the wait
   */
  withAbort<T>(work: () => Promise<T>, endWork?: () => void): Promise<T> {
    this.throwIfAborted();
    this.#endWork = endWork;
    return this.#events.follow(work);
  }

  /** Waits for a policy. It ends with the run, also if the model could still answer: it would be asked again before that. */
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

  /** Aborts only the request in progress. A new signal takes the place of its signal. */
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
    const reason = new ToolwrightError('LIMIT_REACHED', `The run has taken ${formatDuration(timeMs)}.`, {
      blame: 'user',
    });
    this.endedByTime = !answersLate;
    if (this.endedByTime) this.abort(reason);
    else if (this.#endWork) {
      // Only the tools in progress are aborted: the request for the answer is yet to come.
      const controller = this.#controller;
      this.#controller = new AbortController();
      controller.abort(reason);
      this.#endWork();
    }
  }
}

/** A signal that is aborted with the first of these; undefined if none is given. */
export function joinSignals(...signals: readonly (AbortSignal | undefined)[]): AbortSignal | undefined {
  const given = signals.filter((signal) => signal !== undefined);
  return given.length > 1 ? AbortSignal.any(given) : given[0];
}
