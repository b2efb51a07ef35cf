import type {
  AssistantMessage,
  GenerateOptions,
  JsonObject,
  LLMResponse,
  Message,
  ToolCallRecord,
  ToolSpec,
} from '@toolwright/contract';

/** How tools are offered to a model, its calls read, and their results written: with the provider's own means, or in text. */
export interface ToolCallProtocol {
  readonly name: string;
  /** What is sent instead of the conversation and the tools as they are. Must not change them. */
  prepare(request: ModelRequest): ModelRequest;
  parse(response: LLMResponse, context: ReplyContext): Reply;
  /** What the model reads of one outcome. */
  formatResult(record: ToolCallRecord): string;
  /** The messages that carry these texts, in the order of the calls. */
  answer(answers: readonly ToolAnswer[]): Message[];
}

export interface ToolAnswer {
  readonly callId: string;
  readonly name: string;
  readonly text: string;
}

export interface ModelRequest {
  readonly messages: readonly Message[];
  readonly tools: readonly ToolSpec[];
  readonly options: GenerateOptions;
}

export interface ReplyContext {
  /** The tools that were offered. */
  readonly tools: readonly ToolSpec[];
  /** Claims an id for a call: the given one, or another where that is empty or already taken in this conversation. */
  claimCallId(wanted: string): string;
}

/** A model's reply as the loop needs it. */
export interface Reply {
  readonly text: string;
  readonly calls: readonly RequestedCall[];
  /** Goes into the history, so all in it is what providers accept; undefined where the reply holds nothing to keep. */
  readonly message: AssistantMessage | undefined;
}

export interface RequestedCall {
  readonly id: string;
  readonly name: string;
  /** As the model wrote them. */
  readonly text: string;
  /** The arguments as a JSON object; undefined where the text is none. */
  readonly args: JsonObject | undefined;
  /** Why the call must not be executed; the model is told. */
  readonly problem?: string | undefined;
}
