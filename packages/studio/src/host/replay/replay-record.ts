import type { AssistantMessage, LLMResponse, ToolOutcome, Usage } from '@toolwright/contract';

/** What a run has heard, so that it can be run again without a model and without tools. */
export interface ReplayRecord {
  readonly runId: string;
  readonly input: string;
  /** In their order. */
  readonly replies: readonly RecordedReply[];
  /** By the ids of the calls. */
  readonly outcomes: Readonly<Record<string, ToolOutcome>>;
  /** Whether the real model goes on where the record ends, with the real tools. */
  readonly goesOn: boolean;
}

/** A reply of the model. */
export interface RecordedReply
  extends Partial<Pick<LLMResponse, 'finishReason' | 'rawFinishReason' | 'rejected'>> {
  readonly message: AssistantMessage;
  readonly usage?: Usage;
  /** What the record says of the request. */
  readonly request: { readonly messages: number; readonly maxIterations: number };
}
