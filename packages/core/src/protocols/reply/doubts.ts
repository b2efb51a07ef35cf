import { Marks } from './marks.js';
import type { ReplyItem } from './reply-items.js';

interface DoubtfulMark<Call> {
  /** Becomes text once its surroundings are closed. */
  readonly item: ReplyItem<Call>;
  /** Index of the first call that it concerns. */
  readonly from: number;
}

/** Calls whose meaning changes if more text follows, or if an unknown mark stands near. */
export class Doubts<Call> {
  readonly #calls: ReplyItem<Call>[] = [];
  #marks: DoubtfulMark<Call>[] = [];
  /** Only space has come since a tag that may be a mention, or the end of a thought. */
  #isNext = false;
  #alone: { readonly marks: Marks<Call>; readonly besideText: Call | undefined }[] = [];
  #inLine: { readonly item: ReplyItem<Call>; readonly call: Call }[] = [];

  /** Whether there are calls that count only if no text follows. */
  get hasAlone(): boolean {
    return this.#alone.length > 0;
  }

  addCall(item: ReplyItem<Call>): void {
    if (this.#isNext) item.refuse();
    this.#calls.push(item);
  }

  /** Makes a call that follows directly doubtful. */
  doubtNext(): void {
    this.#isNext = true;
  }

  /** @param concernsAll whether the calls before the mark are doubtful as well */
  addMark(item: ReplyItem<Call>, concernsAll: boolean): void {
    this.#marks.push({ item, from: concernsAll ? 0 : this.#calls.length });
  }

  /** Adds a call that becomes another one, or text, if text follows. */
  add(item: ReplyItem<Call>, besideText: Call | undefined): void {
    if (item.shown > 0) return;
    const marks = new Marks<Call>('');
    marks.hold(item);
    this.#alone.push({ marks, besideText });
  }

  /** Adds marks around calls, which are a quotation if text follows. */
  addMarks(marks: Marks<Call>): void {
    this.#alone.push({ marks, besideText: undefined });
  }

  /** Adds a call that becomes another one if text follows on its line. */
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
