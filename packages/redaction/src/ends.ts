/** Where stretches of a text end. Asked about places in order, it reads the text once, also where many stretches have the same end. */
export class Ends {
  readonly #text: string;
  readonly #stops: RegExp;
  #from = 0;
  #end = -1;

  /** @param stops matches one character at which a stretch ends; global */
  constructor(text: string, stops: RegExp) {
    this.#text = text;
    this.#stops = stops;
  }

  /** Where the stretch ends that begins there: at the first stop, or at the end of the text. */
  after(start: number): number {
    if (start < this.#from || start > this.#end) {
      this.#stops.lastIndex = start;
      this.#from = start;
      this.#end = this.#stops.exec(this.#text)?.index ?? this.#text.length;
    }
    return this.#end;
  }
}
