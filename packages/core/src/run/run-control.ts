import { AbortListeners, type AgentEvent, formatDuration, ToolwrightError } from '@toolwright/contract';
import { Activity } from './activity.js';

export interface RunControlOptions {
  /** Aborted by the caller. */
  readonly signal: AbortSignal | undefined;
  /** How long the run may take. */
  readonly timeMs: number | undefined;
  /** What it has taken before, in milliseconds. */
  readonly elapsedMs: number;
  readonly now: () => number;
  /** Whether only tools are ended when the time is up, so that the model can still answer. */
  readonly answersLate: boolean;
  /** Called when the run must end. */
  readonly onEnding?: (() => void) | undefined;
}

const callers = new AbortListeners();

/** What a run waits for, and all that can end the wait: the caller, the reader of the stream, the limit of time. */
export class RunControl {
  /** The time of the run is up. */
  timeIsUp = false;
  /** That has ended the run. */
  endedByTime = false;
  readonly #options: RunControlOptions;
  #controller = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #startedAt = 0;
  /** Events from times when no work was waited for. */
  readonly #notices: AgentEvent[] = [];
  #activity: Activity<unknown> | undefined;
  /** Makes the work end soon; undefined where an abort can only end the wait for it. */
  #endWork: (() => void) | undefined;

  constructor(options: RunControlOptions) {
    this.#options = options;
  }

  /** Of the work that is under way. Another one takes its place when the time is up and the model may still answer. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  begin(): void {
    const { signal, timeMs, elapsedMs, now } = this.#options;
    this.#startedAt = now();
    if (signal?.aborted) this.#abortByCaller();
    else if (signal) callers.add(signal, this.#abortByCaller);
    if (timeMs !== undefined && timeMs <= LONGEST_TIMER_MS) {
      this.#timer = setTimeout(() => this.#endTime(timeMs), Math.max(0, timeMs - elapsedMs));
    }
  }

  /** How long the run has taken, without pauses. */
  get elapsedMs(): number {
    return this.#options.elapsedMs + this.#options.now() - this.#startedAt;
  }

  end(): void {
    clearTimeout(this.#timer);
    const { signal } = this.#options;
    if (signal) callers.remove(signal, this.#abortByCaller);
  }

  /** Adds an event from beside the loop; the loop tells it when it waits next. */
  push(event: AgentEvent): void {
    if (!this.#activity?.push(event)) this.#notices.push(event);
  }

  takeNotices(): AgentEvent[] {
    return this.#notices.splice(0);
  }

  /**
   * Starts work that the loop then waits for.
   * @param endWork makes it end soon; without it an abort ends the wait itself
   */
  start<T>(work: () => Promise<T>, endWork?: () => void): Activity<T> {
    this.throwIfAborted();
    const activity = new Activity<T>();
    for (const notice of this.takeNotices()) activity.push(notice);
    this.#activity = activity;
    this.#endWork = endWork;
    activity.watch(work());
    return activity;
  }

  throwIfAborted(): void {
    if (this.signal.aborted) throw this.abortError();
  }

  /** Ends the request to the model, all running tools, and the loop's wait for them. */
  abort(reason?: unknown): void {
    if (this.signal.aborted) return;
    this.#controller.abort(reason);
    this.#options.onEnding?.();
    if (this.#endWork) this.#endWork();
    else this.#activity?.interrupt(this.abortError());
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
    this.timeIsUp = true;
    this.#options.onEnding?.();
    const reason = new ToolwrightError('LIMIT_REACHED', `The run has taken ${formatDuration(timeMs)}.`, {
      blame: 'user',
    });
    this.endedByTime = !this.#options.answersLate;
    if (this.endedByTime) this.abort(reason);
    else if (this.#endWork) {
      // Only the tools that run now are aborted: the request that asks for the answer is to come.
      const controller = this.#controller;
      this.#controller = new AbortController();
      controller.abort(reason);
      this.#endWork();
    }
  }
}

/** Longer timers fire at once. @see https://nodejs.org/api/timers.html#settimeoutcallback-delay-args */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** A signal that is aborted with the first of these; undefined where there is none. */
export function joinSignals(...signals: readonly (AbortSignal | undefined)[]): AbortSignal | undefined {
  const given = signals.filter((signal) => signal !== undefined);
  return given.length > 1 ? AbortSignal.any(given) : given[0];
}
