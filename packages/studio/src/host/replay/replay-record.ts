import type { AssistantMessage, LLMResponse, ToolOutcome, Usage } from '@toolwright/contract';

/** The recorded input, replies and outcomes of a run, for a replay that calls neither the model nor tools. */
export interface ReplayRecord {
  readonly runId: string;
  readonly input: string;
  /** The model's replies, in order. */
  readonly replies: readonly RecordedReply[];
  /** The outcomes of calls, by call id. */
  readonly outcomes: Readonly<Record<string, ToolOutcome>>;
  /** Whether the run continues with the real model and real tools after the record ends. */
  readonly goesOn: boolean;
}

export interface RecordedReply
  extends Partial<Pick<LLMResponse, 'finishReason' | 'rawFinishReason' | 'rejected'>> {
  readonly message: AssistantMessage;
  readonly usage?: Usage;
  readonly request: { readonly messages: number; readonly maxIterations: number };
}
