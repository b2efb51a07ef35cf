import type { LLMProvider, LLMResponse, Message } from '@toolwright/contract';

/** A strategy that shortens a history which is too long. `dropOldest` and `summarize` create one; you can write your own. */
export interface Compaction {
  /**
   * Called before each request; true if the history must be shortened.
   * @param isAside whether a user message belongs to the step before it instead of starting a turn; see `afterTools`
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
  /** Counts a model request of the compaction towards the budget of the run. */
  spend(response: LLMResponse, llmClient: LLMProvider): void;
}

/** Returns the number of tokens of a message. */
export type CountTokens = (message: Message) => number;
