import type { OpenAITool } from '@toolwright/schema';
import type { OpenAI } from 'openai';
import type { AttemptGuard } from '../../../client/attempt-guard.js';
import type { Wire, WireCall, WireRequest } from '../../../client/wire.js';
import type { ModelFacts } from '../../../models/model-facts.js';
import { readReply, readReplyStream } from '../../../reply/read-reply.js';
import { ReplyRestorer } from '../../../reply/reply-restorer.js';
import { SchemaEncoder } from '../../../request/schema-encoder.js';
import { ToolEncoder } from '../../../request/tool-encoder.js';
import { withServerSecrets } from '../../../request/with-server-secrets.js';
import { sdkOptions } from '../../../sdk/sdk-options.js';
import type { OpenAIContext } from '../openai-context.js';
import type { Endpoint } from '../resolve-endpoint.js';
import { ResponseDecoder } from './decode-response.js';
import { ItemEncoder } from './encode-items.js';
import { encodeResponseRequest } from './encode-request.js';

/** The responses API. @see https://platform.openai.com/docs/api-reference/responses */
export class ResponsesWire implements Wire {
  readonly facts: ModelFacts;
  readonly #context: OpenAIContext;
  readonly #schemas: SchemaEncoder;
  readonly #items = new Map<string, ItemEncoder>();

  constructor(context: OpenAIContext, facts: ModelFacts) {
    this.#context = context;
    this.facts = facts;
    const strict = context.config.strict ?? facts.strictSchemas;
    const tools = new ToolEncoder(strict ? 'openai-strict' : 'openai', toFunction);
    this.#schemas = new SchemaEncoder(tools, strict);
  }

  async prepare({ messages, tools, options, images, stream }: WireRequest): Promise<WireCall> {
    const { config, limits } = this.#context;
    const { connection, endpoint } = await this.#context.connect();
    const schemas = this.#schemas.encode(tools, options);
    const body = encodeResponseRequest({
      model: config.model,
      input: this.#encoder(endpoint, images).encode(messages),
      tools: schemas.tools,
      options: schemas.options,
      strictAnswer: schemas.strictAnswer,
      reasoning: this.facts.reasoning,
      stream,
    });
    // encodeResponseRequest makes the body; it may hold parameters of servers that the SDK's types do not know.
    const params = body as never;
    const send = (guard: AttemptGuard) =>
      connection.send((sdk: OpenAI) => sdk.responses.create(params, sdkOptions(guard, limits)));
    const redact = withServerSecrets(connection.redact, options.mcpServers);
    const warn = (message: string) => options.onEvent?.({ type: 'warning', message });
    const decoder = () => new ResponseDecoder(config.provider, schemas.restores.answer, { redact, warn });
    return {
      redact,
      restorer: ReplyRestorer.from({ calls: schemas.restores.calls }),
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

/** In the flat form of this API, which is strict unless it is told not to be. */
function toFunction({ type, function: definition }: OpenAITool): object {
  return { type, strict: false, ...definition };
}
