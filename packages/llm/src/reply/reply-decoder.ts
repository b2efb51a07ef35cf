import type { AssistantMessage, LLMDelta } from '@toolwright/contract';

/** Turns one reply of a provider into deltas, whether it is streamed or comes in one piece. Holds the state of that reply. */
export interface ReplyDecoder {
  /** True once the provider has said how the answer ends: a connection that breaks after that takes nothing with it. */
  readonly finished: boolean;
  /**
   * Adds the deltas of one event of a stream.
   * @returns true for the last event of a stream that says so itself
   * @throws ErrorReply for an error object; ToolwrightError `INVALID_RESPONSE` for what the protocol does not know
   */
  decodeEvent(data: string, deltas: LLMDelta[]): boolean;
  /** Adds the deltas of a reply in one piece. Throws like `decodeEvent`, and for a reply without an answer. */
  decodeWhole(body: unknown, deltas: LLMDelta[]): void;
  /**
   * The whole answer so far, if the provider has paused in its middle and wants another request to continue. Providers that never pause
   * leave it out.
   */
  readonly paused?: AssistantMessage | undefined;
  /** The last delta, `finish`. Called once, at the end of an answer that is complete. */
  end(): LLMDelta;
}
