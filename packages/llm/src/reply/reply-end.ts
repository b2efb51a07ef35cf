import type { FinishReason, LLMResponse } from '@toolwright/contract';
import type { EndMeaning, EndWords } from './end-words.js';

type Meaning = EndMeaning | 'unknown';
type End = Pick<LLMResponse, 'finishReason' | 'rawFinishReason' | 'rejected'>;

/** The finish reason of one reply. If several arrive, a normal end cannot override a rejection or truncation. */
export class ReplyEnd {
  readonly #words: EndWords;
  #word: string | undefined;
  #meaning: Meaning | undefined;

  constructor(words: EndWords) {
    this.#words = words;
  }

  /** The provider's finish reason, once it has arrived. */
  get word(): string | undefined {
    return this.#word;
  }

  say(word: string): void {
    const { words } = this.#words;
    const meaning = words.get(word) ?? words.get(plainWord(word)) ?? 'unknown';
    if (this.#meaning !== undefined && WEIGHT[meaning] < WEIGHT[this.#meaning]) return;
    this.#word = word;
    this.#meaning = meaning;
  }

  /** Returns the members of a `finish` delta. Some servers report a plain stop for a reply with calls. */
  describe(hasCalls: boolean): End {
    const meaning = this.#meaning ?? 'answer';
    const reason = REASONS[meaning];
    const finishReason = hasCalls && reason === 'stop' ? 'tool-calls' : reason;
    if (reason !== 'other' && reason !== 'content-filter') return { finishReason };
    const isUnsafe = meaning === 'partial' || (meaning === 'unknown' && !this.#words.isOpen);
    const rejected = meaning === 'rejected' ? 'reply' : isUnsafe ? 'calls' : undefined;
    return {
      finishReason,
      ...(this.#word !== undefined && { rawFinishReason: this.#word }),
      ...(rejected !== undefined && { rejected }),
    };
  }
}

/** Returns the finish reason in the spelling of the tables, without any suffix after a colon. */
function plainWord(word: string): string {
  const [name = ''] = word.split(':');
  return name.trim().toLowerCase().replaceAll(/[ -]/g, '_');
}

const REASONS: Readonly<Record<Meaning, FinishReason>> = {
  answer: 'stop',
  calls: 'tool-calls',
  cut: 'length',
  filtered: 'content-filter',
  partial: 'other',
  rejected: 'other',
  paused: 'other',
  unknown: 'other',
};

const WEIGHT: Readonly<Record<Meaning, number>> = {
  answer: 0,
  calls: 0,
  paused: 0,
  cut: 1,
  unknown: 1,
  partial: 2,
  filtered: 3,
  rejected: 4,
};
