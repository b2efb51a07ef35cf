import type { Redaction, TextStream } from '@toolwright/redaction';

/** The limits for holding back text that may be the start of a secret, in milliseconds and characters. */
const PATIENCE_MS = 500;
const MOST_HELD = 16_000;

/** Masks secrets in the output of a process, including secrets that are printed in chunks. */
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

  /** Outputs the text that was held back. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#held = 0;
    const rest = this.#stream.end();
    this.#stream = this.#redaction.stream();
    if (rest !== '') this.#onText(rest);
  }
}
