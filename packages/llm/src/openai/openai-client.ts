import type {
  GenerateOptions,
  LLMDelta,
  LLMProvider,
  LLMResponse,
  Message,
  ModelCapabilities,
  ToolSpec,
} from '@toolwright/contract';
import type { AttemptGuard } from '../attempt-guard.js';
import { streamBatches } from '../batched-stream.js';
import { getModelFacts, type ModelFacts } from '../capabilities.js';
import {
  type ClientRuntime,
  checkConfig,
  getLimits,
  getRuntime,
  type Limits,
  type LLMConfig,
} from '../config.js';
import { gateOptions } from '../gate-options.js';
import { openStream } from '../open-stream.js';
import { WarnOnce } from '../warn-once.js';
import { type Call, withRetries } from '../with-retries.js';
import { type Connection, Connector } from './connector.js';
import { hasImages, MessageEncoder } from './encode-messages.js';
import { encodeRequest } from './encode-request.js';
import { ToolEncoder } from './encode-tools.js';
import { readCompletion, readCompletionStream } from './read-completion.js';
import { type Endpoint, resolveEndpoint } from './resolve-endpoint.js';

/**
 * Chat completions of OpenAI and of every server that speaks the same protocol, through the official `openai` SDK, which
 * is loaded at the first request.
 * @throws ToolwrightError `MISSING_API_KEY` or `INVALID_CONFIG`, at once
 */
export class OpenAIClient implements LLMProvider {
  readonly provider: string;
  readonly model: string;
  readonly capabilities: ModelCapabilities;
  readonly #config: LLMConfig;
  readonly #facts: ModelFacts;
  readonly #limits: Limits;
  readonly #runtime: ClientRuntime;
  readonly #connector: Connector;
  readonly #tools = new ToolEncoder();
  readonly #messages = new Map<string, MessageEncoder>();
  readonly #warnings = new WarnOnce();

  constructor(config: LLMConfig) {
    checkConfig(config);
    this.#config = config;
    this.#limits = getLimits(config);
    this.#runtime = getRuntime(config);
    this.#connector = new Connector(this.#runtime.fetch);
    this.#facts = getModelFacts(config.model, config.capabilities);
    this.provider = config.provider;
    this.model = config.model;
    this.capabilities = toCapabilities(this.#facts);
    // A missing key is found when the client is built, not at its first request.
    resolveEndpoint(config, this.#runtime.env);
  }

  async generate(
    messages: readonly Message[],
    tools: readonly ToolSpec[] = [],
    options: GenerateOptions = {},
  ): Promise<LLMResponse> {
    const { connection, body } = await this.#prepare(messages, tools, options, false);
    return withRetries(this.#call(connection, options, false), async (guard) => {
      const response = await this.#send(connection, body, guard);
      const result = await readCompletion(response);
      guard.release();
      return result;
    });
  }

  stream(
    messages: readonly Message[],
    tools: readonly ToolSpec[] = [],
    options: GenerateOptions = {},
  ): AsyncIterableIterator<LLMDelta, undefined> {
    return streamBatches(async () => {
      const { connection, body } = await this.#prepare(messages, tools, options, true);
      return openStream(this.#call(connection, options, true), async (guard) =>
        readCompletionStream(await this.#send(connection, body, guard), guard),
      );
    });
  }

  async #prepare(
    messages: readonly Message[],
    tools: readonly ToolSpec[],
    options: GenerateOptions,
    stream: boolean,
  ) {
    const endpoint = resolveEndpoint(this.#config, this.#runtime.env);
    const connection = await this.#connector.connect(endpoint);
    const images = !this.#facts.images && hasImages(messages);
    const gated = gateOptions(this.#merge(options), { tools: tools.length > 0, images }, this.#facts);
    this.#warn(gated.dropped, options);
    const body = encodeRequest({
      model: this.model,
      messages: this.#encoder(endpoint, !images).encode(messages),
      tools: gated.send.tools ? this.#tools.encode(tools) : [],
      options: gated.options,
      newTokenLimit: this.#facts.newTokenLimit,
      stream,
    });
    return { connection, body };
  }

  #send({ send }: Connection, body: Record<string, unknown>, { signal }: AttemptGuard): Promise<Response> {
    // The SDK's own timer stands behind ours, which gives the better error.
    const timeout = Math.ceil(Math.min(this.#limits.totalMs + 1000, 2 ** 31 - 1));
    return send(body, { signal, timeout });
  }

  #call(connection: Connection, options: GenerateOptions, streaming: boolean): Call {
    return {
      options,
      limits: this.#limits,
      runtime: this.#runtime,
      faults: { provider: this.provider, redact: connection.redact },
      streaming,
    };
  }

  /** A call's options win over the client's. */
  #merge(options: GenerateOptions): GenerateOptions {
    const { reasoningEffort, webSearchOptions, extraBody } = this.#config;
    return {
      ...options,
      reasoningEffort: options.reasoningEffort ?? reasoningEffort,
      webSearchOptions: options.webSearchOptions ?? webSearchOptions,
      extraBody: { ...extraBody, ...options.extraBody },
    };
  }

  #encoder({ official }: Endpoint, images: boolean): MessageEncoder {
    const developerRole = this.#config.developerRole ?? official;
    const key = `${developerRole} ${images}`;
    const encoder = this.#messages.get(key) ?? new MessageEncoder({ developerRole, images });
    this.#messages.set(key, encoder);
    return encoder;
  }

  #warn(dropped: readonly string[], { onEvent }: GenerateOptions): void {
    if (dropped.length === 0) return;
    const message = `The model ${this.model} is not known to support ${dropped.join(', ')}: sent without. If it does, say so in the client's 'capabilities'.`;
    this.#warnings.warn(onEvent, message);
  }
}

function toCapabilities(facts: ModelFacts): ModelCapabilities {
  const { temperature: _temperature, newTokenLimit: _newTokenLimit, ...capabilities } = facts;
  return capabilities;
}
