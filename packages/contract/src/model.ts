import type { JsonObject, JsonSchema } from './json.js';
import type { AssistantMessage, Message, ToolCall } from './messages.js';
import type { ToolOutcome, ToolSpec } from './tools.js';

/**
 * A language model for agents. Implement `generate`; add `stream` if the provider streams.
 * Both reject with a `ToolwrightError` whose blame is `provider`, `developer` or `user`.
 */
export interface LLMProvider {
  /** The provider's name for logs and capability lookups, e.g. `openai`. */
  readonly provider?: string;
  readonly model?: string;
  /** The server that is asked, for telemetry. Absent if unknown, and for clients that choose between several. */
  readonly server?: ServerAddress | undefined;
  /** What the model supports. Missing entries count as unsupported, except `tools`. */
  readonly capabilities?: Partial<ModelCapabilities>;
  /** Returns a client for another model of the same provider, with the same settings. Absent if the client cannot change its model. */
  withModel?(model: string): LLMProvider;
  generate(
    messages: readonly Message[],
    tools: readonly ToolSpec[],
    options: GenerateOptions,
  ): Promise<LLMResponse>;
  stream?(
    messages: readonly Message[],
    tools: readonly ToolSpec[],
    options: GenerateOptions,
  ): AsyncIterable<LLMDelta>;
}

/** A server, without credentials and path. */
export interface ServerAddress {
  /** The host name or IP address. */
  readonly address: string;
  readonly port: number;
}

/** A request to a model. */
export interface LLMRequest {
  readonly messages: readonly Message[];
  readonly tools: readonly ToolSpec[];
  readonly options: GenerateOptions;
}

/** Identifies a model. */
export interface ModelId {
  readonly provider?: string | undefined;
  readonly model?: string | undefined;
}

/** What a model supports. */
export interface ModelCapabilities {
  readonly tools: boolean;
  readonly jsonMode: boolean;
  readonly jsonModeWithTools: boolean;
  readonly strictSchemas: boolean;
  readonly images: boolean;
  /** Accepts files such as PDF. */
  readonly files: boolean;
  readonly audio: boolean;
  readonly reasoning: boolean;
  readonly webSearch: boolean;
  readonly promptCaching: boolean;
  readonly logprobs: boolean;
  readonly mcpServers: McpSupport;
  /** The number of `deferred` tools up to which the provider finds them itself. Default: 0. */
  readonly deferredTools?: number;
}

/** Whether a provider calls MCP servers itself, and what it can send to them: a bearer token, or any headers. */
export type McpSupport = 'none' | 'bearer' | 'headers';

/** An MCP server that the provider calls itself. The provider must be able to reach its URL. */
export interface RemoteMcpServer {
  /** Starts with a letter; contains letters, digits, `_` and `-`. Unique within a request. */
  readonly name: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** The server's description for the model, if the provider accepts one. */
  readonly description?: string | undefined;
  /** The tools that may be called. Default: all. */
  readonly allow?: readonly string[] | undefined;
  /** The prefix of tool names in events and results. Default: the server's name and `_`. */
  readonly prefix?: string | undefined;
}

/** How much a model reasons. A value that the model does not support is replaced with the nearest supported value. */
export type ReasoningEffort = 'none' | 'minimal' | 'low' | 'medium' | 'high' | 'xhigh' | 'max';

/** The options of a request. Options that are not set are not sent. */
export interface GenerateOptions {
  readonly signal?: AbortSignal | undefined;
  readonly temperature?: number | undefined;
  readonly seed?: number | undefined;
  /** The maximum number of tokens for the visible answer and the reasoning together. */
  readonly maxCompletionTokens?: number | undefined;
  /** The older name of the same limit, for servers that do not support the newer name. */
  readonly maxTokens?: number | undefined;
  readonly reasoningEffort?: ReasoningEffort | undefined;
  /** Requests JSON: true for any JSON object, or a schema. */
  readonly jsonResponse?: boolean | { readonly name: string; readonly schema: JsonSchema } | undefined;
  readonly webSearchOptions?: JsonObject | undefined;
  /** Servers whose tools the model may call through the provider. */
  readonly mcpServers?: readonly RemoteMcpServer[] | undefined;
  /** Members that are merged into the request body last, without changes. */
  readonly extraBody?: JsonObject | undefined;
  /** `none` forbids tool calls while the tools stay visible. */
  readonly toolChoice?: 'auto' | 'none' | 'required' | undefined;
  /**
   * Requests the log probability of each token in the answer, and of up to `top` alternatives (0 to 20). Fails with `UNSUPPORTED` if the
   * model does not support this.
   */
  readonly logprobs?: { readonly top: number } | undefined;
  /**
   * For clients that forward requests to other clients: returns the request in the format that the given client supports. Without this
   * function, the request is forwarded unchanged.
   */
  readonly prepareFor?: ((client: LLMProvider) => LLMRequest) | undefined;
  /** Called for retries and fallbacks, and for options that the model does not support. */
  readonly onEvent?: ((event: LLMNotice) => void) | undefined;
}

/** A notice from a client during a request. */
export type LLMNotice =
  | { readonly type: 'retry'; readonly attempt: number; readonly delayMs: number; readonly reason: string }
  | FallbackEvent
  | { readonly type: 'warning'; readonly message: string };

/** A request is sent to the next model in the list because the previous model did not answer. */
export interface FallbackEvent {
  readonly type: 'fallback';
  /** `provider/model`, or the client's position in the list: `client 2`. */
  readonly from: string;
  readonly to: string;
  /** The reason that `from` did not answer. */
  readonly reason: string;
}

/** The reason that the model stopped writing. */
export type FinishReason = 'stop' | 'tool-calls' | 'length' | 'content-filter' | 'other';

/** A model's reply. */
export interface LLMResponse {
  readonly content: string | null;
  readonly toolCalls: readonly ToolCall[];
  /** Calls that the provider made before it answered. */
  readonly providerCalls?: readonly ProviderToolCall[] | undefined;
  readonly finishReason: FinishReason;
  /** The provider's own finish reason, such as `SAFETY`; set only if `finishReason` is `other` or `content-filter`. */
  readonly rawFinishReason?: string | undefined;
  /**
   * The part of the reply that must not be used. `reply`: the provider reports that the whole reply failed. `calls`: the calls are
   * incomplete or withdrawn, or the finish reason is unknown although the API documents all normal ones. Calls in a reply with
   * `content-filter` or a refusal are never executed either.
   */
  readonly rejected?: 'reply' | 'calls' | undefined;
  readonly usage?: Usage | undefined;
  readonly reasoning?: string | undefined;
  readonly refusal?: string | undefined;
  /** One entry per token of `content`, if requested. */
  readonly logprobs?: readonly TokenLogprob[] | undefined;
  /** See {@link AssistantMessage.provider_data}. */
  readonly providerData?: AssistantMessage['provider_data'] | undefined;
  /** The model that answered, if the client chose it from several. */
  readonly answeredBy?: ModelId | undefined;
}

/** A completed call to a tool on a {@link RemoteMcpServer}. */
export interface ProviderToolCall {
  readonly id: string;
  readonly server: string;
  /** The tool's name on the server. */
  readonly name: string;
  /** The arguments as JSON. */
  readonly arguments: string;
  readonly outcome: ToolOutcome;
}

/** A token with the natural logarithm of its probability. `top` lists the most likely tokens at its position, possibly including itself. */
export interface TokenLogprob {
  readonly token: string;
  readonly logprob: number;
  readonly top: readonly { readonly token: string; readonly logprob: number }[];
}

/** The token usage of one or more requests. `inputTokens` includes cached tokens, `outputTokens` includes reasoning. */
export interface Usage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cachedInputTokens?: number | undefined;
  readonly cacheWriteTokens?: number | undefined;
  readonly reasoningTokens?: number | undefined;
  /** The cost that the provider reports, in its own currency. Absent, not 0, if the provider reports none. */
  readonly cost?: number | undefined;
}

/** An item of a stream. A stream without `finish` is incomplete. */
export type LLMDelta =
  | { readonly type: 'text-delta'; readonly text: string }
  | { readonly type: 'reasoning-delta'; readonly text: string }
  | ToolCallDelta
  | { readonly type: 'provider-call'; readonly call: ProviderToolCall }
  | { readonly type: 'usage'; readonly usage: Usage }
  | {
      readonly type: 'finish';
      readonly finishReason: FinishReason;
      /** See {@link LLMResponse.rawFinishReason}. */
      readonly rawFinishReason?: string | undefined;
      /** See {@link LLMResponse.rejected}. */
      readonly rejected?: LLMResponse['rejected'];
      /** The final text, if it differs from the joined chunks. It replaces them. The same applies to `reasoning`. */
      readonly content?: string | undefined;
      readonly reasoning?: string | undefined;
      readonly refusal?: string | undefined;
      readonly logprobs?: readonly TokenLogprob[] | undefined;
      readonly providerData?: AssistantMessage['provider_data'] | undefined;
      readonly answeredBy?: ModelId | undefined;
    };

/** A fragment of a tool call. Some servers omit or repeat `index` and `id`; the assembler of `@toolwright/llm` handles both. */
export interface ToolCallDelta {
  readonly type: 'tool-call-delta';
  readonly index?: number | undefined;
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  readonly arguments?: string | undefined;
  /** Set if this is the complete call, whose name and arguments replace those of earlier fragments. */
  readonly whole?: true | undefined;
}
