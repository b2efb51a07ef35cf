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
  /** How many characters of the arguments were followed. */
  #length = 0;
  #isOver = false;

  constructor(names: CallNames) {
    this.#names = names;
  }

  /** @param calls those of the reply, with this delta */
  follow(delta: LLMDelta, calls: readonly FollowedCall[]): void {
    if (delta.type === 'text-delta') return;
    // Reasoning is signed at the end of a reply, and providers want it back.
    if (delta.type === 'reasoning-delta' || calls.length > 1) {
      this.#isOver = true;
      this.refused = undefined;
    }
    const [call] = calls;
    // A name is complete when the arguments begin, unless it comes after them.
    if (this.#isOver || delta.type !== 'tool-call-delta' || !call?.name) return;
    const piece = this.#pieceOf(delta.arguments ?? '', call.arguments);
    if (piece === undefined) this.#isOver = true;
    else if (piece !== '' && this.#current !== undefined) this.#push(this.#current, piece);
    else if (piece !== '') this.#begin(call.name, piece);
  }

  /** What the arguments have grown by; undefined if they were replaced. The text so far is read only once: it may be long. */
  #pieceOf(last: string, text: string): string | undefined {
    const before = this.#length;
    this.#length = text.length;
    if (before + last.length === text.length) return last;
    return before === 0 ? text : undefined;
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

/** A call of the reply, as far as it has come. */
export interface FollowedCall {
  readonly name: string;
  readonly arguments: string;
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
