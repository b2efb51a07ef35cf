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
  /** Returns the request to send. Must not mutate the given messages and tools. */
  prepare(request: ModelRequest, context: PromptContext): ModelRequest;
  parse(response: LLMResponse, context: ReplyContext): Reply;
  /** Returns the text of an outcome for the model. */
  formatResult(record: ToolCallRecord): string;
  /** For protocols that write calls as text: creates a filter for each streamed reply that only passes text for the user. */
  filterText?(context?: Pick<ReplyContext, 'messages' | 'output'>): TextFilter;
}

/** One request to a model. */
export interface ModelRequest extends LLMRequest {
  /** The model to ask, which a policy may change. Default: the agent's. */
  readonly client?: LLMProvider | undefined;
  /** Where in a reply the final answer must be, in words for the model; undefined if the whole reply is the answer. */
  readonly answerPlace?: string | undefined;
}

/** Facts about the agent and its run that a prompt can mention. */
export interface PromptContext {
  /** The agent's name; empty if the model must not see it. */
  readonly name: string;
  readonly description: string;
  /** Whether a limit was reached, so that the model must answer now, without more tool calls. */
  readonly mustAnswer: boolean;
  /** The requested output of the run, if any; a separate prompt describes it. */
  readonly output?: WantedOutput | undefined;
}

/** The required format of the final answer. */
export interface WantedOutput {
  /** Undefined if the answer is not JSON or its schema is unknown. */
  readonly schema: JsonSchema | undefined;
}

/** The information that a protocol needs to parse a reply. */
export interface ReplyContext {
  /** The tools offered with the request. */
  readonly tools: readonly ToolSpec[];
  /** Reserves an id for a call: the given id, or a new id if it is empty or already used in this conversation. */
  claimCallId(wanted: string): string;
  /** The conversation that the model received. A block that repeats part of it is not a call. */
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
  /** Text outside of the answer, such as text after its object. It is reported in a warning. */
  readonly unshown?: string | undefined;
}

/** A tool call that a protocol parsed from a reply. */
export interface RequestedCall {
  readonly id: string;
  /** The tool's current name. */
  readonly name: string;
  /** The former name (`@was`) that the model used, if any. */
  readonly calledAs?: string | undefined;
  /** The call whose tool makes this call; undefined if the model makes it. */
  readonly parentCallId?: string | undefined;
  /** The arguments as the model wrote them, but with current names. If tools would read them as another object, that object as text. */
  readonly text: string;
  /** The arguments as a JSON object; undefined if the text is not an object or JavaScript cannot represent it exactly. */
  readonly args: JsonObject | undefined;
  /** Whether `args` is undefined although the text is a JSON object: it repeats a key or is nested too deeply. Default: false. */
  readonly isJson?: boolean | undefined;
  /** False if `args` contains numbers that JavaScript would change, so that tools must read the text. Default: true. */
  readonly isExact?: boolean | undefined;
  /** The reason that the call must not be executed, in words for the model. */
  readonly problem?: string | undefined;
  /** Whether the reply was aborted within this call; `problem` says why. */
  readonly early?: true | undefined;
  /** Whether a person denied the call; `problem` says so. */
  readonly denied?: true | undefined;
  /** The original text of an invalid call, which is sent back to the model unchanged. */
  readonly written?: string | undefined;
  /** A note to the model that precedes the result. */
  readonly note?: string | undefined;
}

/** Decides which text a stream shows, and holds back the markup of calls. The result does not depend on the chunk boundaries. */
export interface TextFilter {
  /** Reads the next chunk of a reply and returns the text that can be shown now. */
  push(text: string): string;
  /** Ends the reply and returns the rest of the text to show. @param cut whether the provider truncated the reply. Default: false */
  end(cut?: boolean): string;
}
