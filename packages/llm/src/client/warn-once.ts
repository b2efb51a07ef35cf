import type { LLMNotice } from '@toolwright/contract';

type Listener = (event: LLMNotice) => void;

/** Tells each listener the same thing only once, however many requests it listens to. */
export class WarnOnce {
  readonly #told = new WeakMap<Listener, Set<string>>();

  warn(listener: Listener | undefined, message: string): void {
    if (listener === undefined) return;
    const told = this.#told.get(listener) ?? new Set();
    this.#told.set(listener, told);
    if (told.has(message)) return;
    told.add(message);
    listener({ type: 'warning', message });
  }
}
