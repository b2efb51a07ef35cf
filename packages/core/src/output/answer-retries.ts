import type { Message } from '@toolwright/contract';
import type { Reply } from '../protocols/tool-call-protocol.js';

/** How often a run asks again by default. */
const DEFAULT_OUTPUT_RETRIES = 3;

/** Answers of a run that were not accepted. They stay out of the conversation; the model is shown the last one, and what was wrong with it. */
export class AnswerRetries {
  failures = 0;
  readonly #limit: number;
  #correction: readonly Message[] = [];

  constructor(limit = DEFAULT_OUTPUT_RETRIES) {
    this.#limit = limit;
  }

  /** No attempt is left. */
  get isOver(): boolean {
    return this.failures > this.#limit;
  }

  /** The conversation for the next request. */
  extend(messages: readonly Message[]): readonly Message[] {
    return this.#correction.length === 0 ? messages : [...messages, ...this.#correction];
  }

  /** Tells the model with the next request what was wrong. */
  correct({ message }: Reply, content: string): void {
    const said = message?.content ? [message] : [];
    this.#correction = [...said, { role: 'user', content }];
  }
}
