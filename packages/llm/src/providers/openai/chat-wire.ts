import type { OpenAI } from 'openai';
import type { AttemptGuard } from '../../client/attempt-guard.js';
import type { Wire, WireCall, WireRequest } from '../../client/wire.js';
import type { ModelFacts } from '../../models/model-facts.js';
import { readReply, readReplyStream } from '../../reply/read-reply.js';
import { ReplyRestorer } from '../../reply/reply-restorer.js';
import { SchemaEncoder } from '../../request/schema-encoder.js';
import { ToolEncoder } from '../../request/tool-encoder.js';
import { sdkOptions } from '../../sdk/sdk-options.js';
import { ChunkDecoder } from './decode-chunk.js';
import { MessageEncoder } from './encode-messages.js';
import { encodeRequest } from './encode-request.js';
import type { OpenAIContext } from './openai-context.js';
import type { Endpoint } from './resolve-endpoint.js';

/** Chat completions. @see https://platform.openai.com/docs/api-reference/chat */
export class ChatWire implements Wire {
  readonly facts: ModelFacts;
  readonly #context: OpenAIContext;
  readonly #schemas: SchemaEncoder;
  readonly #messages = new Map<string, MessageEncoder>();

  constructor(context: OpenAIContext, facts: ModelFacts) {
    this.#context = context;
    this.facts = facts;
    const strict = context.config.strict ?? facts.strictSchemas;
    this.#schemas = new SchemaEncoder(new ToolEncoder(strict ? 'openai-strict' : 'openai'), strict);
  }

  async prepare({ messages, tools, options, images, stream }: WireRequest): Promise<WireCall> {
    const { config, limits } = this.#context;
    const { connection, endpoint } = await this.#context.connect();
    const schemas = this.#schemas.encode(tools, options);
    const body = encodeRequest({
      model: config.model,
      messages: this.#encoder(endpoint, images).encode(messages),
      tools: schemas.tools,
      options: schemas.options,
      strictAnswer: schemas.strictAnswer,
      newTokenLimit: this.facts.newTokenLimit,
      stream,
    });
    // encodeRequest makes the body; it may hold parameters of servers that the SDK's types do not know.
    const params = body as never;
    const send = (guard: AttemptGuard) =>
      connection.send((sdk: OpenAI) => sdk.chat.completions.create(params, sdkOptions(guard, limits)));
    return {
      redact: connection.redact,
      restorer: ReplyRestorer.from(schemas.restores),
      generate: async (guard) => readReply(await send(guard), guard, new ChunkDecoder()),
      stream: async (guard) => readReplyStream(await send(guard), guard, new ChunkDecoder()),
    };
  }

  #encoder({ official }: Endpoint, images: boolean): MessageEncoder {
    const developerRole = this.#context.config.developerRole ?? official;
    const key = `${developerRole} ${images}`;
    const encoder = this.#messages.get(key) ?? new MessageEncoder({ developerRole, images });
    this.#messages.set(key, encoder);
    return encoder;
  }
}
