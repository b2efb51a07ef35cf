/**
 * Shares one listener per signal between any number of calls. Node warns of a leak from 11 listeners on, and one signal may serve
 * hundreds of runs, requests and calls.
 */
export class AbortListeners {
  readonly #waiting = new WeakMap<AbortSignal, Waiting>();

  /** Does not call `onAbort` if the signal is already aborted. */
  add(signal: AbortSignal, onAbort: () => void): void {
    let waiting = this.#waiting.get(signal);
    if (waiting === undefined) {
      const callbacks = new Set<() => void>();
      waiting = { callbacks, listener: () => this.#notify(signal, callbacks) };
      this.#waiting.set(signal, waiting);
      signal.addEventListener('abort', waiting.listener, { once: true });
    }
    waiting.callbacks.add(onAbort);
  }

  remove(signal: AbortSignal, onAbort: () => void): void {
    const waiting = this.#waiting.get(signal);
    if (waiting === undefined) return;
    waiting.callbacks.delete(onAbort);
    if (waiting.callbacks.size > 0) return;
    this.#waiting.delete(signal);
    signal.removeEventListener('abort', waiting.listener);
  }

  #notify(signal: AbortSignal, callbacks: ReadonlySet<() => void>): void {
    this.#waiting.delete(signal);
    for (const onAbort of [...callbacks]) onAbort();
  }
}

interface Waiting {
  readonly callbacks: Set<() => void>;
  readonly listener: () => void;
}
