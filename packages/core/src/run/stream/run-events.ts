import type { AgentEvent, Logger, RunInfo } from '@toolwright/contract';
import { EventLog } from './event-log.js';
import type { Deliver } from './event-reader.js';

/** Where the events of a run go: to its logger, then to its reader. */
export class RunEvents {
  readonly #log: EventLog;
  readonly #deliver: Deliver | undefined;
  /** Pushed, and not emitted yet. */
  #pushed: AgentEvent[] = [];
  #wake: () => void = () => {};
  #interrupt: (error: unknown) => void = () => {};
  /** What is pushed waits for the next event that is emitted. */
  #isHeld = false;

  constructor(logger: Logger | undefined, run: RunInfo, deliver: Deliver | undefined) {
    this.#log = new EventLog(logger, run, this.push);
    this.#deliver = deliver;
  }

  /** Resolves when the reader asks for the next event. */
  emit(event: AgentEvent): Promise<void> | undefined {
    this.#isHeld = false;
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

  /** Keeps what is pushed until the next event is emitted, which comes first. */
  hold(): void {
    this.#isHeld = true;
  }

  /** Adds an event from beside the loop, which emits it when it waits next. */
  readonly push = (event: AgentEvent): void => {
    this.#pushed.push(event);
    this.#wake();
  };

  /** Emits what was pushed, where the loop does not wait. */
  flush(): Promise<void> | undefined {
    return this.#pushed.length === 0 ? undefined : this.emitAll(this.#takePushed());
  }

  /** Does work, and emits what is pushed in the meantime. */
  async follow<T>(work: () => Promise<T>): Promise<T> {
    let ending: { readonly value: T } | { readonly error: unknown } | undefined;
    const end = (given: NonNullable<typeof ending>): void => {
      ending ??= given;
      this.#wake();
    };
    this.#interrupt = (error) => end({ error });
    // What becomes of the work after an interruption is not an unhandled rejection.
    work().then((value) => end({ value }), this.#interrupt);
    for (;;) {
      // Without a wait if nobody reads the run: this is a hot path.
      const emitted = this.#hasPushed ? this.emitAll(this.#takePushed()) : undefined;
      if (emitted !== undefined) await emitted;
      else if (ending !== undefined) break;
      else if (!this.#hasPushed)
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
    }
    if ('error' in ending) throw ending.error;
    return ending.value;
  }

  /** Ends the wait for the work in progress. */
  interrupt(error: unknown): void {
    this.#interrupt(error);
  }

  /** See `Logger.within`. */
  within<T>(callId: string | undefined, work: () => T): T {
    return this.#log.within(callId, work);
  }

  /** Logs the last events at once, so that no log lacks the end of a run. Gives them for {@link deliver}. */
  close(last: readonly AgentEvent[]): readonly AgentEvent[] {
    const events = [...this.#takePushed(), ...last];
    for (const event of events) this.#log.note(event);
    return events;
  }

  async deliver(events: readonly AgentEvent[]): Promise<void> {
    for (const event of events) await this.#deliver?.(event);
  }

  get #hasPushed(): boolean {
    return !this.#isHeld && this.#pushed.length > 0;
  }

  #takePushed(): AgentEvent[] {
    const events = this.#pushed;
    this.#pushed = [];
    return events;
  }
}
