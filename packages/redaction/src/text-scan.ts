import { addSpan, mergeSpans, type Span } from './spans.js';
import type { TextAutomaton } from './text-automaton.js';

/** The number of taken spans after which they are dropped from the list. */
const MANY = 1_000;

/** A search in streamed text. Each chunk is read once. */
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

  /** The matches that were not taken yet, sorted and without overlaps. */
  get spans(): readonly Span[] {
    return this.#taken === 0 ? this.#spans : this.#spans.slice(this.#taken);
  }

  /** The index at which a partial match at the end of the text begins, or the end of the text. */
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

  /** Returns the first span without removing it. */
  peek(): Span | undefined {
    return this.#spans[this.#taken];
  }

  /** Removes the first span. */
  take(): void {
    this.#taken += 1;
    if (this.#taken < MANY) return;
    this.#spans = this.#spans.slice(this.#taken);
    this.#taken = 0;
  }
}
