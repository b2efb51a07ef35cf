/** A timer that can be started again. */
export class RestartableTimer {
  #timer: NodeJS.Timeout | undefined;
  #set: () => NodeJS.Timeout | undefined = () => undefined;

  start(callback: () => void, ms: number): void {
    this.#set = () => setTimeout(callback, ms);
    this.#timer = this.#set();
  }

  /** Does nothing before {@link start}. */
  restart(): void {
    // Timers of browsers are numbers.
    if (typeof this.#timer === 'object') this.#timer.refresh();
    else {
      clearTimeout(this.#timer);
      this.#timer = this.#set();
    }
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}
