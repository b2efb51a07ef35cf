/** The number of consumed chunks after which they are dropped. */
const MANY = 1_000;

/** A queue of text chunks, from which any number of characters can be taken in time proportional to that number. */
export class TextQueue {
  #pieces: string[] = [];
  #first = 0;
  /** The number of characters already taken from the first chunk. */
  #offset = 0;
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(piece: string): void {
    if (piece === '') return;
    this.#pieces.push(piece);
    this.#length += piece.length;
  }

  /** Removes and returns characters from the front. */
  take(count: number): string {
    const taken: string[] = [];
    for (let rest = count; rest > 0; ) {
      const piece = this.#pieces[this.#first];
      if (piece === undefined) break;
      const part = piece.slice(this.#offset, this.#offset + rest);
      taken.push(part);
      rest -= part.length;
      this.#length -= part.length;
      this.#offset += part.length;
      if (this.#offset === piece.length) this.#dropFirst();
    }
    return taken.join('');
  }

  #dropFirst(): void {
    this.#first += 1;
    this.#offset = 0;
    if (this.#first < MANY && this.#length > 0) return;
    this.#pieces = this.#pieces.slice(this.#first);
    this.#first = 0;
  }

  /** Returns the remaining text without taking it. */
  toString(): string {
    return this.#pieces.slice(this.#first).join('').slice(this.#offset);
  }
}
