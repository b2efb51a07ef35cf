import { ReplyItem } from './reply-items.js';
import { isSpeakerLine } from './speaker-line.js';

/** Who may speak on a line: known when the line ends, while what is open at its beginning decides whether it is a quotation. */
export class LineSpeaker<Call> {
  #begun: { readonly mark: ReplyItem<Call>; readonly isBeginning: boolean } | undefined;

  /** The text of a line begins. Returns a mark of this place. */
  begin(isBeginning: boolean): ReplyItem<Call> {
    const mark = new ReplyItem<Call>('mark');
    this.#begun = { mark, isBeginning };
    return mark;
  }

  /** The line is a quotation. */
  drop(): void {
    this.#begun = undefined;
  }

  /** The mark of its beginning if the line names a speaker. */
  end(line: string): ReplyItem<Call> | undefined {
    const begun = this.#begun;
    this.#begun = undefined;
    return begun !== undefined && isSpeakerLine(line, begun.isBeginning) ? begun.mark : undefined;
  }
}
