import type {
  AssistantMessage,
  JsonObject,
  JsonSchema,
  LLMProvider,
  LLMRequest,
  LLMResponse,
  Message,
  ToolCallRecord,
  ToolSpec,
} from '@toolwright/contract';

/**
 * How tools are offered to a model, and how calls and results are exchanged: through the provider's API, or in text. The memory always
 * holds calls and results as messages; a protocol decides only what goes over the wire.
 */
export interface ToolCallProtocol {
  readonly name: string;
  /** The request to send. Must not change the given messages and tools. */
  prepare(request: ModelRequest, context: PromptContext): ModelRequest;
  parse(response: LLMResponse, context: ReplyContext): Reply;
  /** The text that the model reads for one outcome. */
  formatResult(record: ToolCallRecord): string;
  /** For calls in text: a filter that lets through the part of a streamed reply that is for the user. Each reply gets its own filter. */
  filterText?(context?: Pick<ReplyContext, 'messages' | 'output'>): TextFilter;
}

/** One request to a model. */
export interface ModelRequest extends LLMRequest {
  /** The model that is asked; a policy may choose another one. Default: the agent's. */
  readonly client?: LLMProvider | undefined;
  /** Where the final answer stands in a reply, in words for the model. Undefined if the whole reply is the answer. */
  readonly answerPlace?: string | undefined;
}

/** The facts about the agent and its run that a prompt can mention. */
export interface PromptContext {
  /** Empty if the model must not know it. */
  readonly name: string;
  readonly description: string;
  /** A limit was reached: the model must answer from what it has, and cannot call any more tools. */
  readonly mustAnswer: boolean;
  /** The output of the run, if it has one; its own prompt describes it. */
  readonly output?: WantedOutput | undefined;
}

/** The form of the final answer. */
export interface WantedOutput {
  /** Undefined if the answer is not JSON, or its schema is unknown. */
  readonly schema: JsonSchema | undefined;
}

/** The context in which a protocol reads a reply. */
export interface ReplyContext {
  /** The tools that were offered. */
  readonly tools: readonly ToolSpec[];
  /** Claims an id for a call: the wanted one, or another if that is empty or already taken in this conversation. */
  claimCallId(wanted: string): string;
  /** The conversation that the model received. A block that repeats a part of it is not a call. */
  readonly messages?: readonly Message[] | undefined;
  /** Undefined if the run has no output. */
  readonly output?: WantedOutput | undefined;
}

/** A model's reply as text and calls. */
export interface Reply {
  readonly text: string;
  readonly calls: readonly RequestedCall[];
  /** Goes into the history, so providers must accept it. Undefined for an empty reply. */
  readonly message: AssistantMessage | undefined;
  /** Reasoning in the text. Default: the reasoning that the provider reports. */
  readonly reasoning?: string | undefined;
  /** Text that is not part of the answer, such as text behind its object. A warning tells of it. */
  readonly unshown?: string | undefined;
}

/** A call that a protocol has read from a reply. */
export interface RequestedCall {
  readonly id: string;
  /** The present name of the tool. */
  readonly name: string;
  /** The former name (`@was`) that the model used, if any. */
  readonly calledAs?: string | undefined;
  /** The arguments as the model wrote them, apart from former names; the object that tools take them for, if they are in another form. */
  readonly text: string;
  /** The arguments as a JSON object; undefined if the text is not one, or not one that JavaScript can hold. */
  readonly args: JsonObject | undefined;
  /** The text is a JSON object although `args` is undefined: it repeats a key, or is nested too deeply. Default: false. */
  readonly isJson?: boolean | undefined;
  /** False if `args` has numbers that JavaScript would change: then the tools read the text. Default: true. */
  readonly isExact?: boolean | undefined;
  /** Why the call must not be executed; the model is told. */
  readonly problem?: string | undefined;
  /** The reply was ended within this call; `problem` says why. */
  readonly early?: true | undefined;
  /** A person has denied the call; `problem` says so. */
  readonly denied?: true | undefined;
  /** The text of an unreadable call. It is sent back to the model unchanged. */
  readonly written?: string | undefined;
  /** Precedes the result when the model reads it. */
  readonly note?: string | undefined;
}

/** Decides what a stream shows, and holds back the markup of calls. The result does not depend on how the text is split into pieces. */
export interface TextFilter {
  /** Reads the next piece of a reply; returns the text that can be shown now. */
  push(text: string): string;
  /** Ends the reply; returns the rest of the text to show. @param cut whether the provider cut it off. Default: false */
  end(cut?: boolean): string;
}
