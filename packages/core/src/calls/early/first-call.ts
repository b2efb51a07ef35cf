import type { ArgumentsWatch, EarlyRefusal, LLMDelta } from '@toolwright/contract';

/**
 * Follows the first call of a reply while the model writes it. Only within its first call can a reply end early: the model has
 * made no other calls yet and only needs to repeat this one. Replies with several calls are refused once they are complete.
 */
export class FirstCall {
  /** Set once the call can no longer be valid. */
  refused: EarlyRefusal | undefined;
  readonly #names: CallNames;
  #current: ArgumentsWatch | undefined;
  /** Arguments received before following starts. */
  #begun = '';
  /** Number of characters of the arguments followed so far. */
  #length = 0;
  #isOver = false;

  constructor(names: CallNames) {
    this.#names = names;
  }

  /** @param calls the calls of the reply, including this delta */
  follow(delta: LLMDelta, calls: readonly FollowedCall[]): void {
    if (delta.type === 'text-delta') return;
    // Reasoning is signed at the end of a reply, and providers require it in later requests.
    if (delta.type === 'reasoning-delta' || calls.length > 1) {
      this.#isOver = true;
      this.refused = undefined;
    }
    const [call] = calls;
    // A name is complete when the arguments begin, unless the arguments come first.
    if (this.#isOver || delta.type !== 'tool-call-delta' || !call?.name) return;
    const piece = this.#pieceOf(delta.arguments ?? '', call.arguments);
    if (piece === undefined) this.#isOver = true;
    else if (piece !== '' && this.#current !== undefined) this.#push(this.#current, piece);
    else if (piece !== '') this.#begin(call.name, piece);
  }

  /** The new part of the arguments; undefined if they were replaced. Reads the earlier text only once, since it may be long. */
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

/** A call of a reply that may be incomplete. */
export interface FollowedCall {
  readonly name: string;
  readonly arguments: string;
}

/** Information about the names that a model may call. */
export interface CallNames {
  /** Whether a tool has this name. Calls of unknown names are refused whatever their arguments are. */
  has(name: string): boolean;
  /** Starts to follow the arguments of a call to this tool. */
  watch(name: string): ArgumentsWatch | undefined;
}

/** In characters. Shorter calls are not followed: most calls are short, and ending them early would save nothing. */
const SHORT = 24;
