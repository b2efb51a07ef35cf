import type { AgentEvent, Logger, RunInfo } from '@toolwright/contract';
import { type Clean, cleanEvent } from '../../policies/clean-texts.js';
import { EventLog } from './event-log.js';
import type { Deliver } from './event-reader.js';

/** How many characters of events wait for a reader before the model is read no further. */
const MAX_AHEAD = 100_000;
/** What an event counts beside its text, about its size in memory. */
const EVENT_SIZE = 100;

/** Where the events of a run go: to its logger, then to its reader. */
export class RunEvents {
  readonly #log: EventLog;
  readonly #deliver: Deliver | undefined;
  readonly #warnings: string[];
  /** Pushed, and not emitted yet. */
  #pushed: AgentEvent[] = [];
  /** Characters of what is pushed, if there is a reader. */
  #ahead = 0;
  #onTaken: (() => void)[] = [];
  #wake: () => void = () => {};
  #interrupt: (error: unknown) => void = () => {};
  /** What is pushed waits for the next event that is emitted. */
  #isHeld = false;
  /** What the run may tell of a text; undefined if it may tell all. */
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

  /** Cleans the texts of the events from now on. */
  cleanWith(cleanText: () => Clean | undefined): void {
    this.#cleanText = cleanText;
  }

  /** Resolves when the reader asks for the next event. */
  emit(given: AgentEvent): Promise<void> | undefined {
    this.#isHeld = false;
    const event = this.#note(given);
    return this.#deliver?.(event);
  }

  /** Without a wait if nobody reads the run. */
  emitAll(events: readonly AgentEvent[]): Promise<void> | undefined {
    if (this.#deliver !== undefined) return this.#emitEach(events);
    for (const event of events) this.#note(event);
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
    if (this.#deliver !== undefined) this.#ahead += sizeOf(event);
    this.#wake();
  };

  /** Waits where much is pushed that the reader has not asked for; also ends with the work in progress. */
  untilTaken(): Promise<void> | undefined {
    if (this.#deliver === undefined || this.#ahead < MAX_AHEAD) return undefined;
    return new Promise((resolve) => {
      this.#onTaken.push(resolve);
    });
  }

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
    try {
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
    } finally {
      // The reader may have left.
      this.#tellTaken();
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
    return [...this.#takePushed(), ...last].map((event) => this.#note(event));
  }

  async deliver(events: readonly AgentEvent[]): Promise<void> {
    for (const event of events) await this.#deliver?.(event);
  }

  #note(given: AgentEvent): AgentEvent {
    const event = this.#clean(given);
    if (event.type === 'warning') this.#warnings.push(event.message);
    this.#log.note(event);
    return event;
  }

  #clean(event: AgentEvent): AgentEvent {
    const clean = this.#cleanText();
    return clean === undefined ? event : cleanEvent(event, clean);
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

/** About the characters that an event takes in memory. */
function sizeOf(event: AgentEvent): number {
  return (
    EVENT_SIZE + (event.type === 'text-delta' || event.type === 'reasoning-delta' ? event.text.length : 0)
  );
}
