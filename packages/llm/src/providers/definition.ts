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
 * The differences between providers, from which `defineProvider` creates a {@link Provider}. The data flow of one call:
 *
 *     messages, tools, options → gateOptions(facts)     leaves out what the model does not support → encode                 the body, in
 *     the SDK's own request type → sdk.send               the SDK sends it, the raw response comes back → framing                splits the
 *     body into events → decode                 events become deltas → links (client/links)   retry, resume, report, restore, price: the
 *     same for all providers
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
  /** The facts of a model at an endpoint. Default: the known facts, corrected by `config.capabilities`. */
  factsAt?(known: Facts, endpoint: Endpoint, config: LLMConfig): Facts;
  /** Whether the API accepts a part of a kind that the model supports. Default: only images in user messages. */
  takes?(part: MediaPart, place: PartPlace, facts: Facts): boolean;
  /** The dialect whose rule applies to tool names. */
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
  /** Sentences about options that were not sent as requested. Each one is reported only once. */
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
  /** Facts about a model; undefined for an unknown name. */
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
  /** Chooses the API for a request, whose options combine those of the call and of the client. */
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
  /** Sends the request and opens the reply. The end of the reply releases the guard. */
  open(guard: AttemptGuard): Promise<BatchSource<LLMDelta>>;
  /**
   * Called after each reply. Returns the request that resumes a paused answer, or undefined for a complete one. Absent if the
   * provider never pauses.
   */
  resume?(): Promise<WireCall | undefined>;
}
