import type { ArgumentsWatch, EarlyRefusal, LLMDelta } from '@toolwright/contract';

/**
 * The first call of a reply while it is written. A reply may end within its first call: the model has made no other one yet, and has to
 * repeat this one. The calls of a reply that has several are refused when they are complete.
 */
export class FirstCall {
  /** The call can no longer be valid. */
  refused: EarlyRefusal | undefined;
  readonly #names: CallNames;
  #current: ArgumentsWatch | undefined;
  /** Arguments that nobody follows yet. */
  #begun = '';
  #isOver = false;

  constructor(names: CallNames) {
    this.#names = names;
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
    if (this.#current !== undefined) this.#push(this.#current, delta.arguments);
    // A name is complete when the arguments begin.
    else this.#begin(calls[0]?.name ?? '', delta.arguments);
  }

  #begin(name: string, piece: string): void {
    this.#begun += piece;
    if (this.#begun.length < SHORT && this.#names.has(name)) return;
    this.#current = this.#names.watch(name);
    if (this.#current === undefined) this.#isOver = true;
    else this.#push(this.#current, this.#begun);
  }

  #push(watch: ArgumentsWatch, piece: string): void {
    this.refused = watch.push(piece);
    this.#isOver = this.refused !== undefined;
  }
}

/** What is known of the names that a model may call. */
export interface CallNames {
  /** Whether a tool has this name. The call of another one is refused whatever its arguments are. */
  has(name: string): boolean;
  /** Follows the arguments of a call of this name. */
  watch(name: string): ArgumentsWatch | undefined;
}

/** In characters. Most calls are shorter, and an end within such a call would save nothing, so they are not followed. */
const SHORT = 24;
