/** Finds the ends of stretches of text. If starts are queried in order, the text is read once, even if many stretches share an end. */
export class Ends {
  readonly #text: string;
  readonly #stops: RegExp;
  #from = 0;
  #end = -1;

  /** @param stops a global regular expression that matches one character at which a stretch ends */
  constructor(text: string, stops: RegExp) {
    this.#text = text;
    this.#stops = stops;
  }

  /** Returns the end of the stretch that begins at `start`: the first stop, or the end of the text. */
  after(start: number): number {
    if (start < this.#from || start > this.#end) {
      this.#stops.lastIndex = start;
      this.#from = start;
      this.#end = this.#stops.exec(this.#text)?.index ?? this.#text.length;
    }
    return this.#end;
  }
}
