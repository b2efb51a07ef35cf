import type {
  GenerateOptions,
  LLMDelta,
  LLMProvider,
  LLMRequest,
  LLMResponse,
  Message,
  ModelCapabilities,
  ToolSpec,
} from '@toolwright/contract';
import { WarnOnce } from '../client/warn-once.js';
import { streamCut } from '../reply/stream-assembler.js';
import { askClient, streamClient } from './ask-client.js';
import { missingNeed } from './can-answer.js';
import { Circuit } from './circuit.js';
import { FallbackCall, type Member, noteFault, toTyped } from './fallback-call.js';
import { type FallbackOptions, type FallbackSettings, readFallbackOptions } from './fallback-options.js';
import { modelNames } from './model-name.js';
import { RoutingClient } from './routing-client.js';

/**
 * Creates a client that asks the first client in a list. If it fails before it emits anything, the next client is asked. Each client does
 * its own retries first. A client that keeps failing is skipped for a while. Share the client between calls, because it tracks failures.
 * @throws ToolwrightError `INVALID_CONFIG`
 */
export function fallbackClient(clients: readonly LLMProvider[], options: FallbackOptions = {}): LLMProvider {
  return new FallbackClient(clients, readFallbackOptions(clients, options));
}

class FallbackClient extends RoutingClient {
  readonly provider?: string;
  readonly model?: string;
  /** The capabilities of the first client. Each request is prepared according to the capabilities of the client that receives it. */
  readonly capabilities?: Partial<ModelCapabilities>;
  readonly #members: readonly Member[];
  readonly #settings: FallbackSettings;
  readonly #warnings = new WarnOnce();

  constructor(clients: readonly LLMProvider[], settings: FallbackSettings) {
    super();
    const names = modelNames(clients);
    this.#settings = settings;
    this.#members = clients.map((client, index) => ({
      client,
      name: names[index] ?? '',
      circuit: new Circuit(settings.circuit),
    }));
    const { provider, model, capabilities } = clients[0] ?? {};
    if (provider !== undefined) this.provider = provider;
    if (model !== undefined) this.model = model;
    if (capabilities !== undefined) this.capabilities = capabilities;
  }

  async generate(
    messages: readonly Message[],
    tools: readonly ToolSpec[] = [],
    options: GenerateOptions = {},
  ): Promise<LLMResponse> {
    const request = { messages, tools, options };
    const call = this.#begin(request);
    for (;;) {
      const member = call.next();
      try {
        const response = await askClient(member.client, request);
        member.circuit.succeed();
        return response;
      } catch (thrown) {
        call.fail(member, thrown);
      }
    }
  }

  async *stream(
    messages: readonly Message[],
    tools: readonly ToolSpec[] = [],
    options: GenerateOptions = {},
  ): AsyncGenerator<LLMDelta, undefined> {
    const request = { messages, tools, options };
    const call = this.#begin(request);
    for (;;) {
      const member = call.next();
      const reply = new MemberReply(member, request);
      try {
        yield* reply.deltas();
        return undefined;
      } catch (thrown) {
        if (reply.isShown) throw thrown;
        call.fail(member, thrown);
      }
    }
  }

  #begin(request: LLMRequest): FallbackCall {
    return new FallbackCall(this.#able(request), request, this.#settings.fallsBack);
  }

  /** Returns the clients that can answer the request, or all clients if none can. */
  #able(request: LLMRequest): readonly Member[] {
    const { onEvent } = request.options;
    const able = this.#members.filter(({ client }) => missingNeed(client, request) === undefined);
    if (able.length === 0 || able.length === this.#members.length) return this.#members;
    for (const { client, name } of this.#members) {
      const need = missingNeed(client, request);
      if (need === undefined) continue;
      const message = `The model ${name} does not support ${need}. Requests with ${need} are not sent to it.`;
      this.#warnings.warn(onEvent, message);
    }
    return able;
  }
}

class MemberReply {
  /** Whether a visible delta was emitted. Deltas cannot be retracted. */
  isShown = false;
  readonly #member: Member;
  readonly #request: LLMRequest;

  constructor(member: Member, request: LLMRequest) {
    this.#member = member;
    this.#request = request;
  }

  async *deltas(): AsyncGenerator<LLMDelta> {
    const { client, circuit, name } = this.#member;
    const held: LLMDelta[] = [];
    try {
      for await (const delta of streamClient(client, this.#request)) {
        if (this.isShown) yield delta;
        else {
          held.push(delta);
          this.isShown = showsSomething(delta);
          if (this.isShown) yield* held;
        }
      }
      if (!this.isShown) throw streamCut();
      circuit.succeed();
    } catch (thrown) {
      if (this.isShown && !this.#request.options.signal?.aborted) noteFault(circuit, toTyped(thrown, name));
      throw thrown;
    }
  }
}

/** Whether a delta is visible. Usage may arrive before the answer starts. */
function showsSomething(delta: LLMDelta): boolean {
  if (delta.type === 'text-delta' || delta.type === 'reasoning-delta') return delta.text !== '';
  return delta.type !== 'usage';
}
