import type { Message } from '@toolwright/contract';
import type { Reply } from '../protocols/tool-call-protocol.js';

const DEFAULT_OUTPUT_RETRIES = 3;

/** Counts the refused answers of a run. They stay out of the conversation: the model only sees the last one and its problem. */
export class AnswerRetries {
  failures = 0;
  readonly #limit: number;
  #correction: readonly Message[] = [];

  constructor(limit = DEFAULT_OUTPUT_RETRIES) {
    this.#limit = limit;
  }

  get isOver(): boolean {
    return this.failures > this.#limit;
  }

  /** Returns the messages of the next request, including the correction. */
  extend(messages: readonly Message[]): readonly Message[] {
    return this.#correction.length === 0 ? messages : [...messages, ...this.#correction];
  }

  /** Prepares the correction for the next request. */
  correct({ message }: Reply, content: string): void {
    const said = message?.content ? [message] : [];
    this.#correction = [...said, { role: 'user', content }];
  }
}
