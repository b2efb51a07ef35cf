import type { OpenAI } from 'openai';
import type { AttemptGuard } from '../../attempt-guard.js';
import type { ModelFacts } from '../../catalogue/model-facts.js';
import { readReply, readReplyStream } from '../../read-reply.js';
import { sdkOptions } from '../../sdk-options.js';
import type { Wire, WireCall, WireRequest } from '../../wire.js';
import type { OpenAIContext } from '../openai-context.js';
import type { Endpoint } from '../resolve-endpoint.js';
import { ResponseDecoder } from './decode-response.js';
import { FunctionEncoder } from './encode-functions.js';
import { ItemEncoder } from './encode-items.js';
import { encodeResponseRequest } from './encode-request.js';

/** The responses API. @see https://platform.openai.com/docs/api-reference/responses */
export class ResponsesWire implements Wire {
  readonly facts: ModelFacts;
  readonly #context: OpenAIContext;
  readonly #functions = new FunctionEncoder();
  readonly #items = new Map<string, ItemEncoder>();

  constructor(context: OpenAIContext, facts: ModelFacts) {
    this.#context = context;
    this.facts = facts;
  }

  async prepare({ messages, tools, options, images, stream }: WireRequest): Promise<WireCall> {
    const { config, limits } = this.#context;
    const { connection, endpoint } = await this.#context.connect();
    const body = encodeResponseRequest({
      model: config.model,
      input: this.#encoder(endpoint, images).encode(messages),
      tools: this.#functions.encode(tools),
      options,
      reasoning: this.facts.reasoning,
      stream,
    });
    // encodeResponseRequest makes the body; it may hold parameters of servers that the SDK's types do not know.
    const params = body as never;
    const send = (guard: AttemptGuard) =>
      connection.send((sdk: OpenAI) => sdk.responses.create(params, sdkOptions(guard, limits)));
    const decoder = () => new ResponseDecoder(config.provider);
    return {
      redact: connection.redact,
      generate: async (guard) => readReply(await send(guard), guard, decoder()),
      stream: async (guard) => readReplyStream(await send(guard), guard, decoder()),
    };
  }

  #encoder({ official }: Endpoint, images: boolean): ItemEncoder {
    const { provider, developerRole = official } = this.#context.config;
    const key = `${developerRole} ${images}`;
    const encoder = this.#items.get(key) ?? new ItemEncoder({ provider, developerRole, images });
    this.#items.set(key, encoder);
    return encoder;
  }
}
