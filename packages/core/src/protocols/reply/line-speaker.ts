import { ReplyItem } from './reply-items.js';
import { isSpeakerLine } from './speaker-line.js';

/** Detects lines that name a speaker, once a line ends. Whether it is a quotation depends on the marks open at its start. */
export class LineSpeaker<Call> {
  #begun: { readonly mark: ReplyItem<Call>; readonly isBeginning: boolean } | undefined;

  /** Called at the start of a line's text. Returns a mark for this position. */
  begin(isBeginning: boolean): ReplyItem<Call> {
    const mark = new ReplyItem<Call>('mark');
    this.#begun = { mark, isBeginning };
    return mark;
  }

  /** Called if the line is a quotation. */
  drop(): void {
    this.#begun = undefined;
  }

  /** Returns the mark at the start of the line if the line names a speaker. */
  end(line: string): ReplyItem<Call> | undefined {
    const begun = this.#begun;
    this.#begun = undefined;
    return begun !== undefined && isSpeakerLine(line, begun.isBeginning) ? begun.mark : undefined;
  }
}
