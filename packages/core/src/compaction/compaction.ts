import type { LLMProvider, LLMResponse, Message } from '@toolwright/contract';

/** A strategy that shortens a history that is too long. Use `dropOldest`, `summarize` or your own implementation. */
export interface Compaction {
  /**
   * Whether the history must be shortened. Called before each request.
   * @param isAside whether a user message belongs to the preceding step instead of starting a turn; see `afterTools`
   */
  isDue(messages: readonly Message[], isAside?: (message: Message) => boolean): boolean;
  /**
   * Returns the messages that replace the history. Keep a system message at index 0, and keep each call with its result.
   * If it rejects, the run continues with the unchanged history.
   */
  compact(
    messages: readonly Message[],
    context: CompactionContext,
  ): readonly Message[] | Promise<readonly Message[]>;
}

/** The second argument of a compaction. */
export interface CompactionContext {
  /** Aborted when the run is aborted. */
  readonly signal: AbortSignal;
  /** The model of the agent. */
  readonly llmClient: LLMProvider;
  /** See {@link Compaction.isDue}. */
  readonly isAside?: ((message: Message) => boolean) | undefined;
  /** Counts a model request made by the compaction towards the run's budget. */
  spend(response: LLMResponse, llmClient: LLMProvider): void;
}

/** Returns the number of tokens in a message. */
export type CountTokens = (message: Message) => number;
