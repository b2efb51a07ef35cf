import type { Refusal } from './decision-line.js';
import { Marks } from './marks.js';
import type { ReplyItem } from './reply-items.js';

interface DoubtfulMark<Call> {
  /** The item of the mark, which becomes text once the marks around it are closed. */
  readonly item: ReplyItem<Call>;
  /** The index of the first call that it affects. */
  readonly from: number;
  readonly why: Refusal;
}

/** Tracks calls whose meaning changes if more text follows or if an unknown mark is nearby. */
export class Doubts<Call> {
  readonly #calls: ReplyItem<Call>[] = [];
  #marks: DoubtfulMark<Call>[] = [];
  /** Whether only whitespace has followed a tag that may be a mention or the end of a thought. */
  #isNext = false;
  #alone: { readonly marks: Marks<Call>; readonly besideText: Call | undefined }[] = [];
  /** The calls on the current line. */
  #inLine: ReplyItem<Call>[] = [];

  /** Whether there are calls that are only valid if no text follows. */
  get hasAlone(): boolean {
    return this.#alone.length > 0;
  }

  addCall(item: ReplyItem<Call>): void {
    if (this.#isNext) item.refuse('nested');
    this.#calls.push(item);
    this.#inLine.push(item);
  }

  /** Makes a directly following call doubtful. */
  doubtNext(): void {
    this.#isNext = true;
  }

  /** @param concernsAll whether the calls before the mark are also doubtful */
  addMark(item: ReplyItem<Call>, concernsAll: boolean, why: Refusal = 'nested'): void {
    this.#marks.push({ item, from: concernsAll ? 0 : this.#calls.length, why });
  }

  /** Adds a call that becomes another call, or text, if text follows. */
  add(item: ReplyItem<Call>, besideText: Call | undefined): void {
    if (item.shown > 0) return;
    const marks = new Marks<Call>('');
    marks.hold(item);
    this.#alone.push({ marks, besideText });
  }

  /** Adds marks around calls, which become a quotation if text follows. */
  addMarks(marks: Marks<Call>): void {
    this.#alone.push({ marks, besideText: undefined });
  }

  newLine(): void {
    this.#isNext = false;
    this.#inLine = [];
  }

  textFollows(piece: string): void {
    this.#isNext = false;
    // Punctuation that ends a sentence or an emphasis does not affect the calls before it.
    if (/[^\s.,;:!…。*_]/u.test(piece)) for (const item of this.#inLine.splice(0)) item.refuse('sentence');
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

  /** Called when no text follows. */
  finish(): void {
    for (const { marks } of this.#alone.splice(0)) marks.free();
    const marks = this.#marks.filter(({ item }) => item.kind === 'mark').sort((a, b) => a.from - b.from);
    for (const item of this.#calls.slice(marks[0]?.from ?? this.#calls.length))
      item.refuse(marks[0]?.why ?? 'nested');
  }
}
