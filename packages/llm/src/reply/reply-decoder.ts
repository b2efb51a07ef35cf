import type { AssistantMessage, LLMDelta } from '@toolwright/contract';

/** Turns one reply, streamed or not, into deltas. Holds the state of that reply. */
export interface ReplyDecoder {
  /** True after the finish reason. If the connection breaks later, the answer is still complete. */
  readonly finished: boolean;
  /**
   * Adds the deltas of one event of a stream.
   * @returns true for an event that marks the end of the stream
   * @throws ErrorReply for an error object; ToolwrightError `INVALID_RESPONSE` for an event of another protocol
   */
  decodeEvent(data: string, deltas: LLMDelta[]): boolean;
  /** Adds the deltas of a reply in one piece. Throws like `decodeEvent`, and for a reply without an answer. */
  decodeWhole(body: unknown, deltas: LLMDelta[]): void;
  /** The whole answer so far, if the provider paused and needs another request to continue. Absent for providers that never pause. */
  readonly paused?: AssistantMessage | undefined;
  /** Returns the last delta, `finish`. Called once, at the end of a complete answer. */
  end(): LLMDelta;
}
