import { addSpan, mergeSpans, type Span } from './spans.js';
import type { TextAutomaton } from './text-automaton.js';

/** The number of taken spans at which they are dropped from the list. */
const MANY = 1_000;

/** A search in text that arrives in pieces. Each piece is read once. */
export class TextScan {
  readonly #readers: { readonly automaton: TextAutomaton; place: number }[];
  #spans: Span[] = [];
  #taken = 0;
  #length = 0;

  constructor(automata: readonly TextAutomaton[]) {
    this.#readers = automata.map((automaton) => ({ automaton, place: 0 }));
  }

  /** The length of the text so far. */
  get length(): number {
    return this.#length;
  }

  /** The matches that were not yet taken, sorted and without overlaps. */
  get spans(): readonly Span[] {
    return this.#taken === 0 ? this.#spans : this.#spans.slice(this.#taken);
  }

  /** Returns the index where a trailing partial match of one of the texts begins; the end of the text if there is none. */
  get open(): number {
    return this.#readers.reduce(
      (open, { automaton, place }) => Math.min(open, this.#length - automaton.depthOf(place)),
      this.#length,
    );
  }

  push(piece: string): void {
    const found = this.#readers.map((reader) => {
      const spans: Span[] = [];
      reader.place = reader.automaton.read(piece, reader.place, spans, this.#length);
      return spans;
    });
    const [first = []] = found;
    for (const span of found.length < 2 ? first : mergeSpans(found.flat())) addSpan(this.#spans, span);
    this.#length += piece.length;
  }

  /** The first span. */
  peek(): Span | undefined {
    return this.#spans[this.#taken];
  }

  /** Takes the first span away. */
  take(): void {
    this.#taken += 1;
    if (this.#taken < MANY) return;
    this.#spans = this.#spans.slice(this.#taken);
    this.#taken = 0;
  }
}
