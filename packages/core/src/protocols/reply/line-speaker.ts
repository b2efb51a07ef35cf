import { ReplyItem } from './reply-items.js';
import { isSpeakerLine } from './speaker-line.js';

/** Detects lines that name a speaker, at their end. The marks open at the start of a line decide whether it is a quotation. */
export class LineSpeaker<Call> {
  #begun: { readonly mark: ReplyItem<Call>; readonly isBeginning: boolean } | undefined;

  /** Called at the start of a line's text. Returns a mark for this place. */
  begin(isBeginning: boolean): ReplyItem<Call> {
    const mark = new ReplyItem<Call>('mark');
    this.#begun = { mark, isBeginning };
    return mark;
  }

  /** Called if the line is a quotation. */
  drop(): void {
    this.#begun = undefined;
  }

  /** Returns the mark of the line's start if the line names a speaker. */
  end(line: string): ReplyItem<Call> | undefined {
    const begun = this.#begun;
    this.#begun = undefined;
    return begun !== undefined && isSpeakerLine(line, begun.isBeginning) ? begun.mark : undefined;
  }
}
