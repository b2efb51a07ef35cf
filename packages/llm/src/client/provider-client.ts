import {
  createRedaction,
  type GenerateOptions,
  type LLMDelta,
  type LLMProvider,
  type LLMResponse,
  type Message,
  type ModelCapabilities,
  type Redaction,
  type ToolSpec,
  ToolwrightError,
} from '@toolwright/contract';
import type { Redactor } from '../faults/redact.js';
import { UsagePricer } from '../prices/usage-pricer.js';
import { streamBatches } from '../reply/batched-stream.js';
import { gateOptions } from '../request/gate-options.js';
import { hasImages } from '../request/has-images.js';
import { withWellFormedBody } from '../transport/well-formed-body.js';
import {
  type ClientRuntime,
  checkConfig,
  getLimits,
  getRuntime,
  type Limits,
  type LLMConfig,
} from './config.js';
import { generateAll, streamAll } from './continued-reply.js';
import { ErrorReport } from './error-report.js';
import { openStream } from './open-stream.js';
import { WarnOnce } from './warn-once.js';
import type { ModelRequest, Wire, WireCall } from './wire.js';
import { type Call, withRetries } from './with-retries.js';

/** The configuration of one client, checked and complete. */
export interface ClientContext {
  readonly config: LLMConfig;
  readonly runtime: ClientRuntime;
  readonly limits: Limits;
}

/** How a provider is spoken to. */
export interface Routing {
  /** What the model can do, through whichever API. */
  readonly capabilities: ModelCapabilities;
  /** The API for this request; its options are those of the call and of the client, joined. */
  wireFor(request: ModelRequest): Wire;
}

/** What all clients share: options joined, capabilities gated, attempts bounded and repeated. */
export class ProviderClient implements LLMProvider {
  readonly provider: string;
  readonly model: string;
  readonly capabilities: ModelCapabilities;
  // Private, so that nothing that prints a client prints its key.
  readonly #context: ClientContext;
  readonly #routing: Routing;
  readonly #pricer: UsagePricer | undefined;
  readonly #warnings = new WarnOnce();
  #madeRedaction: Redaction | undefined;

  /** @throws ToolwrightError `INVALID_CONFIG`, and what `route` throws */
  constructor(config: LLMConfig, route: (context: ClientContext) => Routing) {
    checkConfig(config);
    const runtime = getRuntime(config);
    const fetch = withWellFormedBody(runtime.fetch);
    this.#context = { config, limits: getLimits(config), runtime: { ...runtime, fetch } };
    this.#routing = route(this.#context);
    this.provider = config.provider;
    this.model = config.model;
    this.capabilities = this.#routing.capabilities;
    this.#pricer = config.prices && new UsagePricer(config, config.prices);
  }

  async generate(
    messages: readonly Message[],
    tools: readonly ToolSpec[] = [],
    options: GenerateOptions = {},
  ): Promise<LLMResponse> {
    const request = { messages, tools, options };
    const first = await this.#prepare(request, false);
    const { times, report } = this.#begin(request, first, false);
    const ask = (call: WireCall) =>
      withRetries(this.#call(call.redact, report?.options ?? options, times), (guard) =>
        call.generate(guard),
      );
    const askAll = () => (first.resume ? generateAll(first, ask) : ask(first));
    const reply = await (report ? report.watch(askAll) : askAll());
    const response = first.restorer?.response(reply) ?? reply;
    return this.#pricer?.response(response) ?? response;
  }

  stream(
    messages: readonly Message[],
    tools: readonly ToolSpec[] = [],
    options: GenerateOptions = {},
  ): AsyncIterableIterator<LLMDelta, undefined> {
    return streamBatches(async () => {
      const request = { messages, tools, options };
      const first = await this.#prepare(request, true);
      const { times, report } = this.#begin(request, first, true);
      const open = () =>
        streamAll(first, (call) =>
          openStream(this.#call(call.redact, report?.options ?? options, times), (guard) =>
            call.stream(guard),
          ),
        );
      const reply = report ? report.stream(await report.watch(open)) : await open();
      const stream = first.restorer?.stream(reply) ?? reply;
      return this.#pricer?.stream(stream) ?? stream;
    });
  }

  /** Made for calls that fail: it reads the whole environment. */
  get #redaction(): Redaction {
    const { config, runtime } = this.#context;
    this.#madeRedaction ??= createRedaction({ env: runtime.env, rules: config.redact });
    return this.#madeRedaction;
  }

  #begin(request: ModelRequest, { redact }: WireCall, streaming: boolean) {
    const { config, runtime } = this.#context;
    const times = { streaming, started: runtime.now() };
    if (config.errorReports === undefined) return { times, report: undefined };
    const { provider, model } = this;
    const about = { provider, model, request, redact, redaction: this.#redaction, streamed: streaming };
    return { times, report: new ErrorReport(config.errorReports, about) };
  }

  #prepare({ messages, tools, options: asked }: ModelRequest, stream: boolean): Promise<WireCall> {
    const options = this.#merge(asked);
    const wire = this.#routing.wireFor({ messages, tools, options });
    const { facts } = wire;
    if (options.logprobs && !facts.logprobs) throw noLogprobs(this.model);
    const images = !facts.images && hasImages(messages);
    const gated = gateOptions(options, { tools: tools.length > 0, images }, facts);
    this.#warn(gated.dropped, asked);
    return wire.prepare({
      messages,
      tools: gated.send.tools ? tools : [],
      options: gated.options,
      images: !images,
      stream,
    });
  }

  #call(redact: Redactor, options: GenerateOptions, times: Pick<Call, 'streaming' | 'started'>): Call {
    const { limits, runtime } = this.#context;
    const faults = {
      provider: this.provider,
      redact: (text: string) => this.#redaction.redact(redact(text)),
    };
    return { options, limits, runtime, faults, ...times };
  }

  /** A call's options win over the client's. */
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
    if (dropped.length === 0) return;
    const message = `The model ${this.model} is not known to support ${dropped.join(', ')}: sent without. If it does, say so in the client's 'capabilities'.`;
    this.#warnings.warn(onEvent, message);
  }
}

/** Unlike other options these are not left out: who asks for probabilities can do nothing without them. */
function noLogprobs(model: string): ToolwrightError {
  return new ToolwrightError('UNSUPPORTED', `The model ${model} is not known to give log-probabilities.`, {
    blame: 'developer',
    hint: 'Use a model that does (gpt-4.1, gpt-4o), or pass capabilities: { logprobs: true } if this one does.',
  });
}
