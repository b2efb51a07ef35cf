import type { AssistantMessage, LLMDelta } from '@toolwright/contract';

/** Converts one streamed or complete reply to deltas, and holds the state of that reply. */
export interface ReplyDecoder {
  /** True after the finish reason. If the connection breaks later, the answer is still complete. */
  readonly finished: boolean;
  /**
   * Adds the deltas of one event of a stream.
   * @returns true for an event that marks the end of the stream
   * @throws ErrorReply for an error object; ToolwrightError `INVALID_RESPONSE` for an event of another protocol
   */
  decodeEvent(data: string, deltas: LLMDelta[]): boolean;
  /** Adds the deltas of a reply that was not streamed. Throws like `decodeEvent`, and for a reply without an answer. */
  decodeWhole(body: unknown, deltas: LLMDelta[]): void;
  /** The whole answer so far, if the provider paused and another request must continue it. Absent for providers that never pause. */
  readonly paused?: AssistantMessage | undefined;
  /** Returns the last delta, `finish`. Called once, at the end of a complete answer. */
  end(): LLMDelta;
}
