import { Marks } from './marks.js';
import type { ReplyItem } from './reply-items.js';

interface DoubtfulMark<Call> {
  /** Text once what surrounds the mark is closed. */
  readonly item: ReplyItem<Call>;
  /** The first of the calls that it concerns. */
  readonly from: number;
}

/** Calls that are something else where more text of the reply follows, or where a mark of unknown meaning stands. */
export class Doubts<Call> {
  readonly #calls: ReplyItem<Call>[] = [];
  #marks: DoubtfulMark<Call>[] = [];
  /** Nothing but space has come since a tag that may be a mention, or the end of a thought. */
  #isNext = false;
  #alone: { readonly marks: Marks<Call>; readonly besideText: Call | undefined }[] = [];
  #inLine: { readonly item: ReplyItem<Call>; readonly call: Call }[] = [];

  /** Whether there are calls that count only where no text follows. */
  get hasAlone(): boolean {
    return this.#alone.length > 0;
  }

  addCall(item: ReplyItem<Call>): void {
    if (this.#isNext) item.refuse();
    this.#calls.push(item);
  }

  /** A call that follows directly is doubtful. */
  doubtNext(): void {
    this.#isNext = true;
  }

  /** @param concernsAll whether it may say of the calls before it, too, that they are none */
  addMark(item: ReplyItem<Call>, concernsAll: boolean): void {
    this.#marks.push({ item, from: concernsAll ? 0 : this.#calls.length });
  }

  /** What is another call, or a text, where text follows. */
  add(item: ReplyItem<Call>, besideText: Call | undefined): void {
    if (item.shown > 0) return;
    const marks = new Marks<Call>('');
    marks.hold(item);
    this.#alone.push({ marks, besideText });
  }

  /** Marks around calls: a quotation, where text follows. */
  addMarks(marks: Marks<Call>): void {
    this.#alone.push({ marks, besideText: undefined });
  }

  /** What is another call where text follows on its line. */
  addInLine(item: ReplyItem<Call>, call: Call): void {
    this.#inLine.push({ item, call });
  }

  newLine(): void {
    this.#isNext = false;
    this.#inLine = [];
  }

  textFollows(): void {
    this.#isNext = false;
    for (const { item, call } of this.#inLine.splice(0)) if (item.kind === 'call') item.call = call;
    for (const { marks, besideText } of this.#alone.splice(0)) {
      if (besideText === undefined) {
        marks.quote();
        continue;
      }
      for (const item of marks.items) if (item.kind === 'call') item.call = besideText;
      marks.free();
    }
  }

  clear(): void {
    this.#alone = [];
    this.#inLine = [];
    this.#marks = [];
    this.#isNext = false;
  }

  /** No text follows. */
  finish(): void {
    for (const { marks } of this.#alone.splice(0)) marks.free();
    const from = this.#marks.flatMap((mark) => (mark.item.kind === 'mark' ? [mark.from] : []));
    const first = from.reduce((one, other) => Math.min(one, other), this.#calls.length);
    for (const item of this.#calls.slice(first)) item.refuse();
  }
}
