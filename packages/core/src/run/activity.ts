import type { AgentEvent } from '@toolwright/contract';

/**
 * Work in progress, a model call or running tools, and the events that it gives on its way:
 * `while (await activity.more()) … activity.take();`, then `activity.result()`.
 */
export class Activity<T> {
  #events: AgentEvent[] = [];
  #taken = 0;
  #ending: { readonly value: T } | { readonly error: unknown } | undefined;
  #wake: ((more: boolean) => void) | undefined;

  /** Begins to follow the work; whatever becomes of it later is not an unhandled rejection. */
  watch(work: Promise<T>): void {
    work.then(
      (value) => this.#end({ value }),
      (error: unknown) => this.#end({ error }),
    );
  }

  /** Ends the wait at once, whether the work heeds its signal or not. */
  interrupt(error: unknown): void {
    this.#end({ error });
  }

  /** Adds an event. False after the end: nobody may read it any more. */
  push(event: AgentEvent): boolean {
    if (this.#ending) return false;
    this.#events.push(event);
    this.#notify(true);
    return true;
  }

  /** True when an event waits to be taken; false when the work is over and all are taken. */
  more(): boolean | Promise<boolean> {
    if (this.#taken < this.#events.length) return true;
    if (this.#ending) return false;
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  take(): AgentEvent {
    const event = this.#events[this.#taken++];
    if (event === undefined) throw new RangeError('No event waits: ask more() first.');
    if (this.#taken === this.#events.length) {
      this.#events = [];
      this.#taken = 0;
    }
    return event;
  }

  /** What the work came to. @throws what the work rejected with */
  result(): T {
    if (this.#ending === undefined) throw new RangeError('The work is not over: wait until more() is false.');
    if ('error' in this.#ending) throw this.#ending.error;
    return this.#ending.value;
  }

  #end(ending: { readonly value: T } | { readonly error: unknown }): void {
    this.#ending ??= ending;
    this.#notify(this.#taken < this.#events.length);
  }

  #notify(more: boolean): void {
    const wake = this.#wake;
    this.#wake = undefined;
    wake?.(more);
  }
}
