import {
  type AgentEvent,
  type LoggedRequest,
  type Logger,
  type RunInfo,
  thrownOf,
  withThrown,
} from '@toolwright/contract';
import { type Clean, cleanEvent } from '../../policies/clean-texts.js';
import { EventLog } from './event-log.js';
import type { Deliver } from './event-reader.js';

/** The maximum number of buffered event characters. Beyond it, reading from the model pauses. */
const MAX_AHEAD = 100_000;
/** The approximate size of an event in memory, without its text. */
const EVENT_SIZE = 100;

/** Passes the events of a run to its logger and then to its reader. */
export class RunEvents {
  readonly #log: EventLog;
  readonly #deliver: Deliver | undefined;
  readonly #warnings: string[];
  /** Events that were pushed but not emitted yet. */
  #pushed: AgentEvent[] = [];
  /** The pushed events that the logger has seen. */
  readonly #logged = new Set<AgentEvent>();
  /** The number of buffered characters, if there is a reader. */
  #ahead = 0;
  #onTaken: (() => void)[] = [];
  #wake: () => void = () => {};
  #interrupt: (error: unknown) => void = () => {};
  /** Whether pushed events are held until the next event is emitted. */
  #isHeld = false;
  /** Returns the function that cleans texts; undefined if no cleaning is necessary. */
  #cleanText: () => Clean | undefined = () => undefined;

  /** @param warnings collects the messages of warnings */
  constructor(
    logger: Logger | undefined,
    run: RunInfo,
    deliver: Deliver | undefined,
    warnings: string[] = [],
  ) {
    this.#log = new EventLog(logger, run, this.push);
    this.#deliver = deliver;
    this.#warnings = warnings;
  }

  /** Sets how the texts of all later events are cleaned. */
  cleanWith(cleanText: () => Clean | undefined): void {
    this.#cleanText = cleanText;
  }

  /** Emits an event. Resolves when the reader requests the next event. */
  emit(given: AgentEvent): Promise<void> | undefined {
    this.#isHeld = false;
    const event = this.#note(given);
    return this.#deliver?.(event);
  }

  /** Emits several events. Returns undefined if the run has no reader to wait for. */
  emitAll(events: readonly AgentEvent[]): Promise<void> | undefined {
    if (this.#deliver === undefined) {
      for (const event of events) this.#note(event);
      return undefined;
    }
    if (events.length > 0) this.#isHeld = false;
    // The logger sees all of them before a slow reader takes the first, so that it sees later ones in their order.
    return this.deliver(events.map((event) => this.#note(event)));
  }

  /** Logs the pushed events at once: the logger knows a call before {@link within} names it. Readers get them as always. */
  logPushed(): void {
    if (this.#isHeld) return;
    this.#pushed = this.#pushed.map((given) => {
      const event = this.#note(given);
      this.#logged.add(event);
      return event;
    });
  }

  /** Holds pushed events until the next event has been emitted. */
  hold(): void {
    this.#isHeld = true;
  }

  /** Adds an event from outside the loop, which emits it the next time it waits. */
  readonly push = (event: AgentEvent): void => {
    this.#pushed.push(event);
    if (this.#deliver !== undefined) this.#ahead += sizeOf(event);
    this.#wake();
  };

  /** Waits while too many pushed events are unread. Also resolves when the work in progress ends. */
  untilTaken(): Promise<void> | undefined {
    if (this.#deliver === undefined || this.#ahead < MAX_AHEAD) return undefined;
    return new Promise((resolve) => {
      this.#onTaken.push(resolve);
    });
  }

  /** Emits the pushed events while the loop is not waiting. */
  flush(): Promise<void> | undefined {
    return this.#pushed.length === 0 ? undefined : this.emitAll(this.#takePushed());
  }

  /** Emits pushed events until `work` has ended, and returns its result. */
  async follow<T>(work: () => Promise<T>): Promise<T> {
    let ending: { readonly value: T } | { readonly error: unknown } | undefined;
    const end = (given: NonNullable<typeof ending>): void => {
      ending ??= given;
      this.#wake();
    };
    this.#interrupt = (error) => end({ error });
    // Also prevents an unhandled rejection if the work fails after an interruption.
    work().then((value) => end({ value }), this.#interrupt);
    try {
      for (;;) {
        // Continues synchronously if the run has no reader: this is a hot path.
        const emitted = this.#hasPushed ? this.emitAll(this.#takePushed()) : undefined;
        if (emitted !== undefined) await emitted;
        else if (ending !== undefined) break;
        else if (!this.#hasPushed)
          await new Promise<void>((resolve) => {
            this.#wake = resolve;
          });
      }
    } finally {
      // The reader may have left.
      this.#tellTaken();
    }
    if ('error' in ending) throw ending.error;
    return ending.value;
  }

  /** Stops waiting for the work in progress. */
  interrupt(error: unknown): void {
    this.#interrupt(error);
  }

  /** See `Logger.request`. */
  request(request: LoggedRequest): void {
    this.#log.request(request);
  }

  /** See `Logger.within`. */
  within<T>(callId: string | undefined, work: () => T): T {
    return this.#log.within(callId, work);
  }

  /** Logs the last events immediately, so that every log contains the end of the run. Returns them for {@link deliver}. */
  close(last: readonly AgentEvent[]): readonly AgentEvent[] {
    return [...this.#takePushed(), ...last].map((event) => this.#note(event));
  }

  async deliver(events: readonly AgentEvent[]): Promise<void> {
    for (const event of events) await this.#deliver?.(event);
  }

  #note(given: AgentEvent): AgentEvent {
    if (this.#logged.size > 0 && this.#logged.delete(given)) return given;
    const event = this.#clean(given);
    if (event.type === 'warning') this.#warnings.push(event.message);
    this.#log.note(event);
    return event;
  }

  #clean(event: AgentEvent): AgentEvent {
    const clean = this.#cleanText();
    if (clean === undefined) return event;
    const thrown = thrownOf(event);
    return withThrown(cleanEvent(event, clean), thrown && { ...thrown, clean });
  }

  get #hasPushed(): boolean {
    return !this.#isHeld && this.#pushed.length > 0;
  }

  #takePushed(): AgentEvent[] {
    const events = this.#pushed;
    this.#pushed = [];
    this.#ahead = 0;
    this.#tellTaken();
    return events;
  }

  #tellTaken(): void {
    for (const resolve of this.#onTaken.splice(0)) resolve();
  }
}

/** Returns the approximate number of characters that an event takes in memory. */
function sizeOf(event: AgentEvent): number {
  return (
    EVENT_SIZE + (event.type === 'text-delta' || event.type === 'reasoning-delta' ? event.text.length : 0)
  );
}
