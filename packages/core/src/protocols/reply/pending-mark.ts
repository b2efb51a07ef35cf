/** What a mark may stand behind where a sentence speaks of it. */
const BEFORE = /[([{*_"'“„«「『|,:=/]$/;
const SENTENCE_END = /[.!?…。！？}>]$/;
/** What may follow such a mark at once. */
const AFTER = /[.,;:!?)\]}"'`“”«»」』|*_…\\]/;

/** What stands before a mark on its line. */
export interface BeforeMark {
  readonly ink: string;
  readonly endsWithSpace: boolean;
}

/** Whether a sentence may speak of a mark that follows, such as "The token <|im_end|> ends a turn". */
export function mayMention({ ink, endsWithSpace }: BeforeMark): boolean {
  return endsWithSpace ? !SENTENCE_END.test(ink) : ink === '' || BEFORE.test(ink);
}

/** A mark that ends all before it, unless the sentence around it speaks of it: the next character on its line decides. */
export class PendingMark {
  /** `end` ends the turn of the model, `lone` a thought without its opening tag. */
  readonly kind: 'end' | 'lone';
  /** The mark, and the space behind it. */
  text: string;
  mayBeMention: boolean;
  readonly #length: number;

  constructor(kind: PendingMark['kind'], token: string, mayBeMention: boolean) {
    this.kind = kind;
    this.text = token;
    this.mayBeMention = mayBeMention;
    this.#length = token.length;
  }

  /** What the next character makes of it; undefined where more has to come. */
  push(char: string): 'mention' | 'mark' | undefined {
    if (char === '\n') this.mayBeMention = false;
    else if (char.trim() !== '') return this.#judge(char);
    if (!this.mayBeMention) return this.kind === 'lone' ? 'mark' : undefined;
    this.text += char;
    return undefined;
  }

  #judge(char: string): 'mention' | 'mark' {
    // The text of a link.
    if (char === '(' && this.text.endsWith(']')) return 'mention';
    const isApart = this.text.length > this.#length || AFTER.test(char);
    return this.mayBeMention && isApart ? 'mention' : 'mark';
  }
}
