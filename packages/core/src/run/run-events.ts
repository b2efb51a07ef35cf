import type { AgentEvent, Logger, RunInfo } from '@toolwright/contract';
import { Activity } from './activity.js';
import { EventLog } from './event-log.js';
import type { Deliver } from './event-reader.js';

/** Where the events of a run go: to its logger, then to its reader. */
export class RunEvents {
  readonly #log: EventLog;
  readonly #deliver: Deliver | undefined;
  /** Pushed while no work was in progress. */
  readonly #waiting: AgentEvent[] = [];
  #activity: Activity<unknown> | undefined;

  constructor(logger: Logger | undefined, run: RunInfo, deliver: Deliver | undefined) {
    this.#log = new EventLog(logger, run, this.push);
    this.#deliver = deliver;
  }

  /** Resolves when the reader asks for the next event. */
  emit(event: AgentEvent): Promise<void> | undefined {
    this.#log.note(event);
    return this.#deliver?.(event);
  }

  /** Without a wait if nobody reads the run. */
  emitAll(events: readonly AgentEvent[]): Promise<void> | undefined {
    if (this.#deliver !== undefined) return this.#emitEach(events);
    for (const event of events) this.#log.note(event);
    return undefined;
  }

  async #emitEach(events: readonly AgentEvent[]): Promise<void> {
    for (const event of events) await this.emit(event);
  }

  /** Adds an event from beside the loop, which emits it when it waits next. */
  readonly push = (event: AgentEvent): void => {
    if (!this.#activity?.push(event)) this.#waiting.push(event);
  };

  /** Does work, and emits what is pushed in the meantime. */
  async follow<T>(work: () => Promise<T>): Promise<T> {
    const activity = new Activity<T>();
    for (const event of this.#waiting.splice(0)) activity.push(event);
    this.#activity = activity;
    activity.watch(work());
    while (await activity.more()) await this.emit(activity.take());
    return activity.result();
  }

  /** Ends the wait for the work in progress. */
  interrupt(error: unknown): void {
    this.#activity?.interrupt(error);
  }

  /** See `Logger.within`. */
  within<T>(callId: string | undefined, work: () => T): T {
    return this.#log.within(callId, work);
  }

  /** Logs the last events at once, so that no log lacks the end of a run. Gives them for {@link deliver}. */
  close(last: readonly AgentEvent[]): readonly AgentEvent[] {
    const events = [...this.#waiting.splice(0), ...last];
    for (const event of events) this.#log.note(event);
    return events;
  }

  async deliver(events: readonly AgentEvent[]): Promise<void> {
    for (const event of events) await this.#deliver?.(event);
  }
}
