import type { LLMNotice } from '@toolwright/contract';

type Listener = (event: LLMNotice) => void;

/** Reports each warning to each listener only once. */
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
