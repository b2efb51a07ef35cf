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
 * Defines how tools are offered to a model and how calls and results are exchanged: through the provider's API or in text. The
 * memory always stores calls and results as messages; a protocol only affects what is sent.
 */
export interface ToolCallProtocol {
  readonly name: string;
  /** Returns the request to send. Must not change the given messages and tools. */
  prepare(request: ModelRequest, context: PromptContext): ModelRequest;
  parse(response: LLMResponse, context: ReplyContext): Reply;
  /** The text that the model reads for one outcome. */
  formatResult(record: ToolCallRecord): string;
  /** For calls in text: creates a filter that passes only the user's part of a streamed reply. Each reply gets its own filter. */
  filterText?(context?: Pick<ReplyContext, 'messages' | 'output'>): TextFilter;
}

/** One request to a model. */
export interface ModelRequest extends LLMRequest {
  /** The model to ask, which a policy may change. Default: the agent's. */
  readonly client?: LLMProvider | undefined;
  /** Where the final answer stands in a reply, in words for the model; undefined if the whole reply is the answer. */
  readonly answerPlace?: string | undefined;
}

/** Facts about the agent and its run that a prompt can mention. */
export interface PromptContext {
  /** Empty if the model must not see it. */
  readonly name: string;
  readonly description: string;
  /** Whether a limit was reached, so that the model must answer from the present conversation and cannot call more tools. */
  readonly mustAnswer: boolean;
  /** The requested output of the run, if any; a separate prompt describes it. */
  readonly output?: WantedOutput | undefined;
}

/** The required format of the final answer. */
export interface WantedOutput {
  /** Undefined if the answer is not JSON, or its schema is unknown. */
  readonly schema: JsonSchema | undefined;
}

/** The information with which a protocol reads a reply. */
export interface ReplyContext {
  /** The tools offered with the request. */
  readonly tools: readonly ToolSpec[];
  /** Reserves an id for a call: the wanted one, or a new one if that is empty or already used in this conversation. */
  claimCallId(wanted: string): string;
  /** The conversation that the model received. A block that repeats a part of it is not a call. */
  readonly messages?: readonly Message[] | undefined;
  /** Undefined if the run has no output. */
  readonly output?: WantedOutput | undefined;
}

/** A model's reply, split into text and calls. */
export interface Reply {
  readonly text: string;
  readonly calls: readonly RequestedCall[];
  /** The message for the history, which providers must accept; undefined for an empty reply. */
  readonly message: AssistantMessage | undefined;
  /** Reasoning in the text. Default: the reasoning that the provider reports. */
  readonly reasoning?: string | undefined;
  /** Text that is not part of the answer, such as text after its object. A warning reports it. */
  readonly unshown?: string | undefined;
}

/** A call as a protocol read it from a reply. */
export interface RequestedCall {
  readonly id: string;
  /** The present name of the tool. */
  readonly name: string;
  /** The former name (`@was`) that the model used, if any. */
  readonly calledAs?: string | undefined;
  /** The arguments as the model wrote them, but under present names. If tools read them as a different object, the text of that object. */
  readonly text: string;
  /** The arguments as a JSON object; undefined if the text is not an object, or one that JavaScript cannot represent. */
  readonly args: JsonObject | undefined;
  /** Whether the text is a JSON object although `args` is undefined, because it repeats a key or is nested too deeply. Default: false. */
  readonly isJson?: boolean | undefined;
  /** False if `args` contains numbers that JavaScript would change, so that tools must read the text. Default: true. */
  readonly isExact?: boolean | undefined;
  /** Why the call must not be executed, as the model is told. */
  readonly problem?: string | undefined;
  /** Whether the reply was ended within this call; `problem` says why. */
  readonly early?: true | undefined;
  /** Whether a person denied the call; `problem` says so. */
  readonly denied?: true | undefined;
  /** The original text of an unreadable call, which is sent back to the model unchanged. */
  readonly written?: string | undefined;
  /** A note that the model reads before the result. */
  readonly note?: string | undefined;
}

/** Decides what a stream shows, and holds back the markup of calls. The result does not depend on how the text is split into chunks. */
export interface TextFilter {
  /** Reads the next chunk of a reply, and returns the text that can be shown now. */
  push(text: string): string;
  /** Ends the reply, and returns the rest of the text to show. @param cut whether the provider cut off the reply. Default: false */
  end(cut?: boolean): string;
}
