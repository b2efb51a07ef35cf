import type { LLMProvider, LLMResponse, Message } from '@toolwright/contract';

/** A way to shorten a history that is too long. `dropOldest` and `summarize` make one; write your own for other ways. */
export interface Compaction {
  /**
   * Asked before each request.
   * @param isAside whether a message of the user belongs to the step before it instead of asking something; see `afterTools`
   */
  isDue(messages: readonly Message[], isAside?: (message: Message) => boolean): boolean;
  /**
   * Returns the messages that replace these. Keep a system message at index 0, and each call together with its result.
   * If it rejects, the run continues with the unchanged history.
   */
  compact(
    messages: readonly Message[],
    context: CompactionContext,
  ): readonly Message[] | Promise<readonly Message[]>;
}

/** The second argument of a compaction. */
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
