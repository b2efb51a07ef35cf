import type { LLMProvider, LLMResponse, Message } from '@toolwright/contract';

/** How a history that has grown too long is made shorter. `dropOldest` and `summarize` make one; write your own for other ways. */
export interface Compaction {
  /** Asked before each request. */
  isDue(messages: readonly Message[]): boolean;
  /**
   * The messages that take the place of these. A system message at index 0 stays there, and no call is parted from its result.
   * Where it rejects, the run goes on with the history as it is.
   */
  compact(
    messages: readonly Message[],
    context: CompactionContext,
  ): readonly Message[] | Promise<readonly Message[]>;
}

export interface CompactionContext {
  /** Aborted with the run. */
  readonly signal: AbortSignal;
  /** The model of the agent. */
  readonly llmClient: LLMProvider;
  /** Counts a request of the compaction for the budget of the run. */
  spend(response: LLMResponse, llmClient: LLMProvider): void;
}

/** How many tokens a message takes. */
export type CountTokens = (message: Message) => number;
