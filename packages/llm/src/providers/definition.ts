import type { LLMDelta, LLMRequest, MediaPart, ModelCapabilities } from '@toolwright/contract';
import type { DialectName, NameRule } from '@toolwright/json-schema';
import type { AttemptGuard } from '../client/attempt-guard.js';
import type { ClientContext, ClientRuntime, LLMConfig } from '../client/config.js';
import type { Redactor } from '../faults/redact.js';
import type { ModelFacts, ModelTable } from '../models/model-facts.js';
import type { BatchSource } from '../reply/batched-stream.js';
import type { CreateFraming } from '../reply/framing.js';
import type { ReplyDecoder } from '../reply/reply-decoder.js';
import type { Restores } from '../reply/reply-restorer.js';
import type { WireRequest } from '../request/model-request.js';
import type { PartPlace, PartRules } from '../request/place-parts.js';
import type { Sdk, SdkEndpoint } from '../sdk/sdk.js';

/**
 * The differences between providers, from which `defineProvider` creates a {@link Provider}. Each call takes these steps:
 *
 * 1. `gateOptions` omits options that the model does not support.
 * 2. `encode` builds the body in the SDK's own request type.
 * 3. `sdk` sends the body and returns the raw response.
 * 4. `framing` splits the response into events, and `decode` converts them to deltas.
 * 5. The links (client/links) retry, resume, report, restore and price. They are the same for all providers.
 */
export interface ProviderDefinition<
  Endpoint extends SdkEndpoint,
  Facts extends ModelFacts,
  Body,
  Encoded extends EncodedRequest<Body>,
> {
  readonly sdk: Sdk<Endpoint, Body>;
  /**
   * Resolves the server URL and the key from the configuration and the environment at the time of the request.
   * @throws ToolwrightError `MISSING_API_KEY` or `INVALID_CONFIG`
   */
  endpoint(config: LLMConfig, env: ClientRuntime['env']): Endpoint;
  readonly facts: ModelTable<Facts>;
  /** Returns the facts of a model at an endpoint. Default: the known facts, overridden by `config.capabilities`. */
  factsAt?(known: Facts, endpoint: Endpoint, config: LLMConfig): Facts;
  /** Whether the API accepts a part whose type the model supports. Default: only images in user messages. */
  takes?(part: MediaPart, place: PartPlace, facts: Facts): boolean;
  /** The dialect whose naming rule applies to tools. */
  readonly dialect: DialectName;
  /** Called once per client, so that it can cache encoded values. */
  encode(setup: Setup<Facts>): Encode<Endpoint, Encoded>;
  /** Called once per attempt. */
  decode(context: DecodeContext<Encoded>): ReplyDecoder;
  /** Default: server-sent events. */
  readonly framing?: CreateFraming;
  /** The maximum number of times that a paused answer is resumed. Default: the provider never pauses. */
  readonly maxPauses?: number;
}

export interface Setup<Facts extends ModelFacts> extends ClientContext {
  readonly facts: Facts;
}

export type Encode<Endpoint, Encoded> = (
  request: WireRequest,
  endpoint: Endpoint,
) => Encoded | Promise<Encoded>;

export interface EncodedRequest<Body> {
  readonly body: Body;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Warnings about options that were not sent as requested. Each warning is reported only once. */
  readonly warnings?: readonly string[];
  /** Converts the reply so that it matches the canonical schemas. */
  readonly restores?: Restores;
}

export interface DecodeContext<Encoded> {
  readonly encoded: Encoded;
  readonly config: LLMConfig;
  readonly runtime: ClientRuntime;
  readonly redact: Redactor;
  readonly warn: (message: string) => void;
  /** The decoder of the part before the pause, if the provider paused. */
  readonly earlier: ReplyDecoder | undefined;
}

/** A provider that can create connections for clients. */
export interface Provider {
  /** Returns the facts about a model; undefined for an unknown name. */
  findFacts(model: string): ModelFacts | undefined;
  /**
   * Prepares the provider for a client.
   * @throws ToolwrightError `MISSING_PACKAGE`, `MISSING_API_KEY` or `INVALID_CONFIG`
   */
  open(context: ClientContext): OpenProvider;
}

export interface OpenProvider {
  /** The features that the model supports through any of the provider's APIs. */
  readonly capabilities: ModelCapabilities;
  /** The URL of the server when the client was created. */
  readonly baseUrl: string;
  /** Chooses the API for a request. Its options merge those of the call and the client. */
  wireFor(request: LLMRequest): Wire;
}

export interface Api extends Provider {
  open(context: ClientContext): OpenProvider & { readonly wire: Wire };
}

/** One API of a provider, prepared for a client. */
export interface Wire {
  readonly facts: ModelFacts;
  readonly parts: PartRules;
  /** The rule for tool names; undefined if the provider accepts any name. */
  readonly toolNames: NameRule | undefined;
  prepare(request: WireRequest): Promise<WireCall>;
}

/** An encoded request, which is sent once per attempt. */
export interface WireCall {
  readonly redact: Redactor;
  readonly restores: Restores | undefined;
  readonly warnings: readonly string[];
  /** Sends the request and opens the reply. The guard is released when the reply ends. */
  open(guard: AttemptGuard): Promise<BatchSource<LLMDelta>>;
  /**
   * Called after each reply. Returns the request that resumes a paused answer, or undefined if the answer is complete. Absent if the
   * provider never pauses.
   */
  resume?(): Promise<WireCall | undefined>;
}
