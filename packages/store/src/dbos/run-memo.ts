import type { JsonValue, LLMResponse, PendingCall, ToolOutcome } from '@toolwright/contract';
import type { ApprovalDecision } from '@toolwright/core';

export interface KnownOutcome {
  readonly outcome: ToolOutcome;
  readonly state?: Readonly<Record<string, JsonValue>> | undefined;
}

/** What a workflow has learned of its run so far. Lives in memory: DBOS gives the same steps again after a crash. */
export class RunMemo {
  readonly outcomes = new Map<string, KnownOutcome>();
  /** Calls that were cut off, and about which a person has not decided yet. */
  readonly interrupted = new Map<string, PendingCall>();
  readonly decisions = new Map<string, ApprovalDecision>();
  /** How many times each call was cut off. */
  readonly attempts = new Map<string, number>();
  #replies: LLMResponse[] = [];
  #position = 0;

  nextReply(): LLMResponse | undefined {
    return this.#replies[this.#position++];
  }

  addReply(reply: LLMResponse): void {
    this.#replies.push(reply);
  }

  /** Before the run is played again from its beginning, or from the pause before which it is. */
  rewind(): void {
    this.#position = 0;
  }

  /** The run goes on from a pause: what was before it is in what was paused. */
  forgetReplies(): void {
    this.#replies = [];
    this.rewind();
  }
}
