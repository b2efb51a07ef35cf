import type { ArgumentsWatch, EarlyRefusal, LLMDelta } from '@toolwright/contract';

/**
 * The first call of a reply while it is written. A reply may end within its first call: the model has made no other one yet, and has to
 * repeat this one. The calls of a reply that has several are refused when they are complete.
 */
export class FirstCall {
  /** The call can no longer be valid. */
  refused: EarlyRefusal | undefined;
  readonly #watch: (name: string) => ArgumentsWatch | undefined;
  #current: ArgumentsWatch | undefined;
  #hasBegun = false;
  #isOver = false;

  /** @param watch follows the arguments of a call of this name */
  constructor(watch: (name: string) => ArgumentsWatch | undefined) {
    this.#watch = watch;
  }

  /** @param calls those of the reply, with this delta */
  follow(delta: LLMDelta, calls: readonly { readonly name: string }[]): void {
    if (delta.type === 'text-delta') return;
    // Reasoning is signed at the end of a reply, and providers want it back.
    if (delta.type === 'reasoning-delta' || calls.length > 1) {
      this.#isOver = true;
      this.refused = undefined;
    }
    if (this.#isOver || delta.type !== 'tool-call-delta' || !delta.arguments) return;
    // A name is complete when the arguments begin.
    if (!this.#hasBegun) this.#current = this.#watch(calls[0]?.name ?? '');
    this.#hasBegun = true;
    this.refused = this.#current?.push(delta.arguments);
    this.#isOver = this.#current === undefined || this.refused !== undefined;
  }
}
