import type { AssistantMessage, LLMResponse, ToolOutcome } from '@toolwright/contract';
import type { RecordedEntry } from '../../record/repeat-lines.js';

/** The part of a recorded run that a branch repeats, without model requests and tool calls. The real model continues after it. */
export interface ReplayRecord {
  readonly runId: string;
  readonly input: string;
  /** The events before the edit, with those of sub-runs. */
  readonly prefix: readonly RecordedEntry[];
  /** The model's replies, in order. */
  readonly replies: readonly RecordedReply[];
  /** The outcomes of calls, by call id. */
  readonly outcomes: Readonly<Record<string, ToolOutcome>>;
}

export interface RecordedReply
  extends Partial<Pick<LLMResponse, 'finishReason' | 'rawFinishReason' | 'rejected'>> {
  readonly message: AssistantMessage;
}
