import type { GenerateOptions, LLMRequest } from '@toolwright/contract';

/** A request as sent, without options and parts that the model does not support. */
export interface WireRequest extends LLMRequest {
  readonly stream: boolean;
}

/** The input from which a provider builds the body of a request. */
export interface BodyParts<Tool> {
  readonly model: string;
  /** The tools; empty if no tools are sent. */
  readonly tools: readonly Tool[];
  /** The options of the call and the client that the model supports. */
  readonly options: GenerateOptions;
  readonly stream: boolean;
}
