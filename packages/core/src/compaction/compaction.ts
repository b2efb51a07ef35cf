import type { LLMProvider, LLMResponse, Message } from '@toolwright/contract';

/** How a history that has grown too long is made shorter. `dropOldest` and `summarize` make one; write your own for other ways. */
export interface Compaction {
  /**
   * Asked before each request.
   * @param isAside tells which messages of the user are no questions, but belong to the step before them; see `afterTools`
   */
  isDue(messages: readonly Message[], isAside?: (message: Message) => boolean): boolean;
  /**
   * The messages that take the place of these. A system message at index 0 stays there, and no call is parted from its result.
   * Where it rejects, the run goes on with the history as it is.
   */
  compact(
    messages: readonly Message[],
    context: CompactionContext,
  ): readonly Message[] | Promise<readonly Message[]>;
}

/** What a compaction gets beside the messages. */
export interface CompactionContext {
  /** Aborted with the run. */
  readonly signal: AbortSignal;
  /** The model of the agent. */
  readonly llmClient: LLMProvider;
  /** See {@link Compaction.isDue}. */
  readonly isAside?: ((message: Message) => boolean) | undefined;
  /** Counts a request of the compaction for the budget of the run. */
  spend(response: LLMResponse, llmClient: LLMProvider): void;
}

/** How many tokens a message takes. */
export type CountTokens = (message: Message) => number;
