import { shortenText, type ToolSpec } from '@toolwright/contract';
import type { InnerCall, InnerOutcome } from '@toolwright/core';

/** The number of calls that the model is told about, and the longest text of one, in characters. */
const MAX_CALLS = 20;
const MAX_LENGTH = 300;

/** What the model must know of the calls of a program besides its result. */
export class MadeCalls {
  readonly #tools: readonly ToolSpec[];
  readonly #effects: string[] = [];
  readonly #notes: string[] = [];

  constructor(tools: readonly ToolSpec[]) {
    this.#tools = tools;
  }

  add({ name, args }: InnerCall, { result, error, note }: InnerOutcome): void {
    if (note !== undefined) this.#notes.push(`${name}: ${note}`);
    const tool = this.#tools.find((one) => one.name === name);
    if (error !== null || tool?.annotations.readOnly === true) return;
    const text = `${name}(${JSON.stringify(args)}) → ${JSON.stringify(result)}`;
    this.#effects.push(shortenText(text, MAX_LENGTH, ' …'));
  }

  /** What a person or a policy did to calls. */
  get notes(): readonly string[] {
    return this.#notes;
  }

  /** Lists the calls that a program without a result made, so that the model does not repeat them. Empty if there are none. */
  describe(): string {
    if (this.#effects.length === 0) return '';
    const more = this.#effects.length - MAX_CALLS;
    const shown = this.#effects.slice(0, MAX_CALLS).map((one) => `- ${one}`);
    const rest = more > 0 ? [`- … and ${more} more`] : [];
    return ['\n\nThese calls succeeded. Do not repeat them:', ...shown, ...rest].join('\n');
  }
}
