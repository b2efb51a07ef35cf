import type { LimitName, ToolCallRecord, ToolwrightError } from '@toolwright/contract';
import type { Prompt, PromptParts } from '@toolwright/prompts';
import { invokeCallback } from '../base/callbacks.js';

/** The prompt that the model answers next. */
export type CurrentPrompt = Readonly<PromptParts> & { readonly name: string };

const FINAL = 'You cannot call any more tools. Answer now in plain words, based on this conversation.';

/** Decides which message the model receives next in a call, and which prompt it then answers. */
export class CallScript {
  readonly #top: Prompt;
  #current: CurrentPrompt;
  #failures = 0;
  #steps = 0;

  constructor(top: Prompt) {
    this.#top = top;
    this.#current = top;
  }

  get name(): string {
    return this.#top.name;
  }

  get current(): CurrentPrompt {
    return this.#current;
  }

  /** All prompts that can become the current one. */
  get prompts(): readonly CurrentPrompt[] {
    const { exceptionHandler, interruptHandler, finalHandler } = this.#top;
    return [this.#top, exceptionHandler, interruptHandler, finalHandler].filter(
      (prompt) => prompt !== undefined,
    );
  }

  /** Returns the correction for an unreadable answer; undefined if the prompt leaves the wording to the parser. */
  correct({ message: error }: ToolwrightError, answer: string): string | undefined {
    this.#failures += 1;
    const { exceptionHandler } = this.#top;
    if (exceptionHandler === undefined) return undefined;
    this.#current = exceptionHandler;
    const vars = { error, answer, attempt: this.#failures };
    return this.#handle('exceptionHandler', () => exceptionHandler.render(vars));
  }

  /** Returns the message that follows a step's tool results; may be empty. */
  afterTools(records: readonly ToolCallRecord[]): string {
    this.#steps += 1;
    const { interruptHandler } = this.#top;
    this.#current = interruptHandler ?? this.#top;
    const vars = { calls: records.map(describeCall).join('\n'), step: this.#steps };
    return this.#handle('interruptHandler', () => interruptHandler?.render(vars)) ?? '';
  }

  /** Returns the request for a final answer when a limit stops tool calls. */
  finalPrompt(limit: LimitName): string {
    const { finalHandler } = this.#top;
    this.#current = finalHandler ?? this.#top;
    return this.#handle('finalHandler', () => finalHandler?.render({ limit })) ?? FINAL;
  }

  #handle<T>(name: string, render: () => T): T {
    return invokeCallback(`The ${name} of '${this.name}'`, render);
  }
}

function describeCall({ name, outcome, repeated }: ToolCallRecord): string {
  if (outcome.error !== null) return `${name}: failed: ${outcome.error}`;
  return repeated ? `${name}: done before` : `${name}: done`;
}
