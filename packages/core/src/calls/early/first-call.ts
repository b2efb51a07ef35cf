import type { ArgumentsWatch, EarlyRefusal, LLMDelta } from '@toolwright/contract';

/**
 * Checks the first call of a reply while the model writes it. A reply can only end early within its first call, because the model
 * then has to repeat just that call. Replies with several calls are refused once they are complete.
 */
export class FirstCall {
  /** Set once the call cannot become valid. */
  refused: EarlyRefusal | undefined;
  readonly #names: CallNames;
  #current: ArgumentsWatch | undefined;
  /** Arguments received before checking starts. */
  #begun = '';
  /** The length of the arguments received so far. */
  #length = 0;
  #isOver = false;

  constructor(names: CallNames) {
    this.#names = names;
  }

  /** @param calls the calls of the reply, including this delta */
  follow(delta: LLMDelta, calls: readonly FollowedCall[]): void {
    if (delta.type === 'text-delta') return;
    // Providers sign reasoning at the end of a reply, and require the signature in later requests.
    if (delta.type === 'reasoning-delta' || calls.length > 1) {
      this.#isOver = true;
      this.refused = undefined;
    }
    const [call] = calls;
    // The name is complete when the arguments start, unless the arguments come first.
    if (this.#isOver || delta.type !== 'tool-call-delta' || !call?.name) return;
    const piece = this.#pieceOf(delta.arguments ?? '', call.arguments);
    if (piece === undefined) this.#isOver = true;
    else if (piece !== '' && this.#current !== undefined) this.#push(this.#current, piece);
    else if (piece !== '') this.#begin(call.name, piece);
  }

  /** Returns the new part of the arguments; undefined if they were replaced. Does not reread the earlier text, which may be long. */
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
  /** Whether a tool has this name. Calls to unknown tools are refused regardless of their arguments. */
  has(name: string): boolean;
  /** Starts checking the arguments of a call to this tool. */
  watch(name: string): ArgumentsWatch | undefined;
}

/** In characters. Shorter arguments are not checked early: most calls are short, and ending them early would save nothing. */
const SHORT = 24;
