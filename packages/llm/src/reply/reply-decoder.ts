import type { AssistantMessage, LLMDelta } from '@toolwright/contract';

/** Converts one streamed or whole reply to deltas. Holds the state of that reply. */
export interface ReplyDecoder {
  /** True after the finish reason. If the connection breaks later, the answer is still complete. */
  readonly finished: boolean;
  /**
   * Adds the deltas of one event of a stream.
   * @returns true if the event marks the end of the stream
   * @throws ErrorReply for an error object; ToolwrightError `INVALID_RESPONSE` for an event from another protocol
   */
  decodeEvent(data: string, deltas: LLMDelta[]): boolean;
  /** Adds the deltas of a reply that was not streamed. Throws the same errors as `decodeEvent`, and an error for an empty reply. */
  decodeWhole(body: unknown, deltas: LLMDelta[]): void;
  /** The whole answer so far, if the provider paused and another request must resume it. Absent for providers that never pause. */
  readonly paused?: AssistantMessage | undefined;
  /** Returns the last delta, of type `finish`. Called once, at the end of a complete answer. */
  end(): LLMDelta;
}
