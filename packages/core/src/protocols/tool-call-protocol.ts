import type {
  AssistantMessage,
  GenerateOptions,
  JsonObject,
  JsonSchema,
  LLMResponse,
  Message,
  ToolCallRecord,
  ToolSpec,
} from '@toolwright/contract';

/**
 * How tools are offered to a model, its calls read, and their results written: with the provider's own means, or in text.
 * The memory holds calls and results as messages in any case; a protocol says only what goes over the wire.
 */
export interface ToolCallProtocol {
  readonly name: string;
  /** What is sent instead of the conversation and the tools as they are. Must not change them. */
  prepare(request: ModelRequest, context: PromptContext): ModelRequest;
  parse(response: LLMResponse, context: ReplyContext): Reply;
  /** What the model reads of one outcome. */
  formatResult(record: ToolCallRecord): string;
  /** Where calls are part of the text: lets through what of a streamed reply is for the user. Each reply gets its own filter. */
  filterText?(context?: Pick<ReplyContext, 'messages' | 'output'>): TextFilter;
}

/** One request to a model. */
export interface ModelRequest {
  readonly messages: readonly Message[];
  readonly tools: readonly ToolSpec[];
  readonly options: GenerateOptions;
  /** Where in a reply the final answer stands, in words for the model. Undefined where the reply is the answer. */
  readonly answerPlace?: string | undefined;
}

/** What a prompt can tell of the agent and of its situation. */
export interface PromptContext {
  /** Empty where the model is not to know it. */
  readonly name: string;
  readonly description: string;
  /** The limit is reached: the model must answer from what it has, and can call no more tools. */
  readonly mustAnswer: boolean;
  /** The run has an output: its prompt says below what the final answer is. */
  readonly output?: WantedOutput | undefined;
}

/** The form of the final answer. */
export interface WantedOutput {
  /** Undefined where the answer is no JSON, or its schema is not known. */
  readonly schema: JsonSchema | undefined;
}

/** What a protocol knows when it reads a reply. */
export interface ReplyContext {
  /** The tools that were offered. */
  readonly tools: readonly ToolSpec[];
  /** Claims an id for a call: the given one, or another where that is empty or already taken in this conversation. */
  claimCallId(wanted: string): string;
  /** The conversation that the model was sent. What it repeats of that is no call. */
  readonly messages?: readonly Message[] | undefined;
  /** Undefined where the run has no output. */
  readonly output?: WantedOutput | undefined;
}

/** A model's reply as the loop needs it. */
export interface Reply {
  readonly text: string;
  readonly calls: readonly RequestedCall[];
  /** Goes into the history, so all in it is what providers accept; undefined where the reply holds nothing to keep. */
  readonly message: AssistantMessage | undefined;
  /** Reasoning that stood in the text. Default: what the provider gave as such. */
  readonly reasoning?: string | undefined;
}

/** A call that a protocol has read from a reply. */
export interface RequestedCall {
  readonly id: string;
  readonly name: string;
  /** As the model wrote them. */
  readonly text: string;
  /** The arguments as a JSON object; undefined where the text is none, or none that an object can hold. */
  readonly args: JsonObject | undefined;
  /** The text is a JSON object although `args` is undefined: it repeats a key, or is nested too deeply. Default: false. */
  readonly isJson?: boolean | undefined;
  /** False where `args` has numbers that a JavaScript number would change: the tools read the text. Default: true. */
  readonly isExact?: boolean | undefined;
  /** Why the call must not be executed; the model is told. */
  readonly problem?: string | undefined;
  /** What the model wrote instead of a call, where `name` and `args` do not say it. It is sent back to the model as it was. */
  readonly written?: string | undefined;
  /** Stands before the result when the model reads it. */
  readonly note?: string | undefined;
}

/** Holds back what is, or may become, the markup of a call. What it lets through does not depend on how the text is cut in pieces. */
export interface TextFilter {
  /** Takes the next piece of a reply; gives what can be shown by now. */
  push(text: string): string;
  /** The reply is over: gives the rest that is to be shown. @param cut whether the provider has cut it. Default: false */
  end(cut?: boolean): string;
}
