import {
  type GenerateOptions,
  type LLMDelta,
  type LLMProvider,
  type LLMRequest,
  type LLMResponse,
  type Message,
  type ModelCapabilities,
  type ServerAddress,
  type ToolSpec,
  ToolwrightError,
} from '@toolwright/contract';
import { createRedaction, maskMessages, maskTools, type Redaction } from '@toolwright/redaction';
import type { OpenProvider, Provider, WireCall } from '../providers/definition.js';
import { type BatchSource, streamBatches } from '../reply/batched-stream.js';
import { withOwnNames } from '../reply/own-names.js';
import { StreamAssembler } from '../reply/stream-assembler.js';
import { gateOptions } from '../request/gate-options.js';
import { placeParts } from '../request/place-parts.js';
import { toWireNames, type WireNames } from '../request/wire-names.js';
import { observable } from '../transport/observable.js';
import { withWellFormedBody } from '../transport/well-formed-body.js';
import { withinOrigin } from '../transport/within-origin.js';
import {
  type ClientContext,
  type ClientRuntime,
  checkConfig,
  getLimits,
  getRuntime,
  type LLMConfig,
} from './config.js';
import { type Call, chain, type Open } from './links/link.js';
import { price } from './links/price.js';
import { report } from './links/report.js';
import { restore } from './links/restore.js';
import { resume } from './links/resume.js';
import { retry } from './links/retry.js';
import { WarnOnce } from './warn-once.js';

/** The options of a client that can be written down. */
export type ClientSettings = Pick<
  LLMConfig,
  | 'provider'
  | 'model'
  | 'baseUrl'
  | 'api'
  | 'capabilities'
  | 'strict'
  | 'developerRole'
  | 'reasoningEffort'
  | 'webSearchOptions'
  | 'extraBody'
>;

interface PreparedCall {
  readonly call: Promise<WireCall>;
  /** Undefined if the provider accepts tool names unchanged. */
  readonly names: WireNames | undefined;
}

/** A client of one provider: merges options, omits options that the model does not support, and sends calls through the links. */
export class ProviderClient implements LLMProvider {
  readonly provider: string;
  readonly model: string;
  readonly capabilities: ModelCapabilities;
  // Private, so that printing a client does not print its key.
  readonly #context: ClientContext;
  readonly #definition: Provider;
  readonly #provider: OpenProvider;
  readonly #open: Open;
  readonly #warnings = new WarnOnce();
  #madeRedaction: Redaction | undefined;

  /** @throws ToolwrightError `INVALID_CONFIG`, and errors from the provider's `open` */
  constructor(config: LLMConfig, provider: Provider) {
    checkConfig(config);
    const runtime = getRuntime(config);
    const fetch = observable(withWellFormedBody(withinOrigin(runtime.fetch)), () => this.#redaction);
    this.#context = { config, limits: getLimits(config), runtime: { ...runtime, fetch } };
    this.#definition = provider;
    this.#provider = provider.open(this.#context);
    this.provider = config.provider;
    this.model = config.model;
    this.capabilities = this.#provider.capabilities;
    this.#open = this.#chain();
  }

  get server(): ServerAddress | undefined {
    const { baseUrl } = this.#provider;
    if (!URL.canParse(baseUrl)) return undefined;
    const { hostname, port, protocol } = new URL(baseUrl);
    if (hostname === '') return undefined;
    return { address: hostname, port: port === '' ? (protocol === 'http:' ? 80 : 443) : Number(port) };
  }

  /** @throws ToolwrightError `INVALID_CONFIG` for an empty name */
  withModel(model: string): LLMProvider {
    return new ProviderClient({ ...this.#context.config, model }, this.#definition);
  }

  /** The settings that shape its requests, without keys, headers, limits and functions. */
  get settings(): ClientSettings {
    const { provider, model, api, capabilities, strict, developerRole } = this.#context.config;
    const { reasoningEffort, webSearchOptions, extraBody } = this.#context.config;
    const shaping = {
      api,
      capabilities,
      strict,
      developerRole,
      reasoningEffort,
      webSearchOptions,
      extraBody,
    };
    return { provider, model, baseUrl: this.#provider.baseUrl, ...shaping };
  }

  /**
   * Returns a client with the same settings.
   * @param change receives the client's `fetch` and returns what replaces parts of its runtime, such as a `fetch` that records
   */
  withRuntime(change: (fetch: typeof globalThis.fetch) => Partial<ClientRuntime>): ProviderClient {
    const { config } = this.#context;
    const runtime = { ...config.runtime, ...change(getRuntime(config).fetch) };
    return new ProviderClient({ ...config, runtime }, this.#definition);
  }

  async generate(
    messages: readonly Message[],
    tools: readonly ToolSpec[] = [],
    options: GenerateOptions = {},
  ): Promise<LLMResponse> {
    const source = await this.#begin({ messages, tools, options }, false);
    // Generated ids must differ between replies.
    const assembler = new StreamAssembler({ idSeed: this.#context.runtime.random().toString(36) });
    for (let batch = await source.next(); batch !== undefined; batch = await source.next()) {
      for (const delta of batch) assembler.add(delta);
    }
    return assembler.finish();
  }

  stream(
    messages: readonly Message[],
    tools: readonly ToolSpec[] = [],
    options: GenerateOptions = {},
  ): AsyncIterableIterator<LLMDelta, undefined> {
    return streamBatches(() => this.#begin({ messages, tools, options }, true));
  }

  #chain(): Open {
    const { config } = this.#context;
    const redaction = () => this.#redaction;
    const links = [
      ...(config.prices ? [price(config, config.prices)] : []),
      restore,
      ...(config.errorReports ? [report({ ...config, folder: config.errorReports, redaction })] : []),
      resume,
    ];
    const redact = (call: Call) => (text: string) => this.#redaction.redact(call.wire.redact(text));
    return chain(links, retry({ ...this.#context, redact }));
  }

  /** Created lazily, when a call fails, because it reads the whole environment. */
  get #redaction(): Redaction {
    const { config, runtime } = this.#context;
    this.#madeRedaction ??= createRedaction({ env: runtime.env, rules: config.redact });
    return this.#madeRedaction;
  }

  async #begin(request: LLMRequest, streaming: boolean): Promise<BatchSource<LLMDelta>> {
    const { call, names } = this.#prepare(request, streaming);
    const wire = await call;
    for (const warning of wire.warnings) {
      this.#warnings.warn(request.options.onEvent, names?.inOwnNames(warning) ?? warning);
    }
    const started = this.#context.runtime.now();
    const source = await this.#open({ request, options: request.options, wire, streaming, started });
    return names === undefined ? source : withOwnNames(source, names.own);
  }

  #prepare(request: LLMRequest, stream: boolean): PreparedCall {
    const { options: asked } = request;
    const messages = maskMessages(request.messages);
    const tools = maskTools(request.tools);
    const options = this.#merge(asked);
    const wire = this.#provider.wireFor({ messages, tools, options });
    const { facts } = wire;
    if (options.logprobs && !facts.logprobs) throw noLogprobs(this.model);
    const placed = placeParts(messages, wire.parts);
    const gated = gateOptions(options, { tools: tools.length > 0 }, facts);
    if (placed.missing.length + gated.dropped.length > 0) {
      this.#warn([...placed.missing, ...gated.dropped], asked);
    }
    for (const part of placed.refused) {
      const message = `${this.model}: ${part} was replaced by a description, because the provider does not accept it.`;
      this.#warnings.warn(asked.onEvent, message);
    }
    const sent = gated.send.tools ? tools : [];
    const names = toWireNames(sent, placed.messages, wire.toolNames);
    const call = wire.prepare({
      messages: names?.messages ?? placed.messages,
      tools: names?.tools ?? sent,
      options: gated.options,
      stream,
    });
    return { call, names };
  }

  /** Merges options. A call's options override the client's. */
  #merge(options: GenerateOptions): GenerateOptions {
    const { reasoningEffort, webSearchOptions, extraBody } = this.#context.config;
    if ((reasoningEffort ?? webSearchOptions ?? extraBody) === undefined) return options;
    return {
      ...options,
      reasoningEffort: options.reasoningEffort ?? reasoningEffort,
      webSearchOptions: options.webSearchOptions ?? webSearchOptions,
      extraBody: { ...extraBody, ...options.extraBody },
    };
  }

  #warn(dropped: readonly string[], { onEvent }: GenerateOptions): void {
    const message = `The model ${this.model} is not known to support ${dropped.join(', ')}. Unsupported options were omitted from the request. If the model supports them, set the client's 'capabilities'.`;
    this.#warnings.warn(onEvent, message);
  }
}

/** Unlike other unsupported options, log-probabilities cause an error, because a caller that needs them cannot continue without them. */
function noLogprobs(model: string): ToolwrightError {
  return new ToolwrightError('UNSUPPORTED', `The model ${model} is not known to return log-probabilities.`, {
    blame: 'developer',
    hint: 'Use a model that returns log-probabilities (gpt-4.1, gpt-4o), or pass capabilities: { logprobs: true } if this model does.',
  });
}
