import { Marks } from './marks.js';
import type { ReplyItem } from './reply-items.js';

/** Calls that are something else where more text of the reply follows. */
export class Doubts<Call> {
  #alone: { readonly marks: Marks<Call>; readonly besideText: Call | undefined }[] = [];
  #inLine: { readonly item: ReplyItem<Call>; readonly call: Call }[] = [];

  /** Whether there are calls that count only where no text follows. */
  get hasAlone(): boolean {
    return this.#alone.length > 0;
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
    this.#inLine = [];
  }

  textFollows(): void {
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
  }

  /** No text follows. */
  finish(): void {
    for (const { marks } of this.#alone.splice(0)) marks.free();
  }
}
