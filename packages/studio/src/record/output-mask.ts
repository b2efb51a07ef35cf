import type { Redaction, TextStream } from '@toolwright/redaction';

/** What may begin a secret waits so long for the text after it, and up to so many characters. */
const PATIENCE_MS = 500;
const MOST_HELD = 16_000;

/** Removes secrets from what a process prints, also from those that it prints in pieces. */
export class OutputMask {
  readonly #redaction: Pick<Redaction, 'stream'>;
  readonly #onText: (text: string) => void;
  #stream: TextStream;
  #held = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(redaction: Pick<Redaction, 'stream'>, onText: (text: string) => void) {
    this.#redaction = redaction;
    this.#stream = redaction.stream();
    this.#onText = onText;
  }

  push(piece: string): void {
    clearTimeout(this.#timer);
    const shown = this.#stream.push(piece);
    this.#held = shown === '' ? this.#held + piece.length : piece.length;
    if (shown !== '') this.#onText(shown);
    if (this.#held > MOST_HELD) this.flush();
    else this.#timer = setTimeout(() => this.flush(), PATIENCE_MS).unref();
  }

  /** Waits no longer. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#held = 0;
    const rest = this.#stream.end();
    this.#stream = this.#redaction.stream();
    if (rest !== '') this.#onText(rest);
  }
}
