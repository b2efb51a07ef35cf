import type { Groq } from 'groq-sdk';
import type { AttemptGuard } from '../../client/attempt-guard.js';
import type { ClientContext } from '../../client/provider-client.js';
import type { Wire, WireCall, WireRequest } from '../../client/wire.js';
import { readReply, readReplyStream } from '../../reply/read-reply.js';
import { ReplyRestorer } from '../../reply/reply-restorer.js';
import { SchemaEncoder } from '../../request/schema-encoder.js';
import { ToolEncoder } from '../../request/tool-encoder.js';
import { SdkConnector } from '../../sdk/sdk-connector.js';
import { sdkOptions } from '../../sdk/sdk-options.js';
import { ChunkDecoder } from '../openai/decode-chunk.js';
import { MessageEncoder } from '../openai/encode-messages.js';
import { encodeGroqRequest } from './encode-request.js';
import { groqSdk } from './groq-sdk.js';
import type { GroqFacts } from './models.js';
import { resolveEndpoint } from './resolve-endpoint.js';

/** Groq's chat completions. @see https://console.groq.com/docs/api-reference#chat-create */
export class GroqWire implements Wire {
  readonly facts: GroqFacts;
  readonly #context: ClientContext;
  readonly #connector;
  readonly #schemas: SchemaEncoder;
  readonly #messages: Readonly<Record<'seen' | 'unseen', MessageEncoder>>;

  constructor(context: ClientContext, facts: GroqFacts) {
    this.#context = context;
    this.facts = facts;
    this.#connector = new SdkConnector(groqSdk, context.runtime.fetch);
    const { developerRole = false, strict } = context.config;
    this.#schemas = new SchemaEncoder(
      new ToolEncoder(strict ? 'openai-strict' : 'groq'),
      facts.strictAnswers && strict !== false,
    );
    this.#messages = {
      seen: new MessageEncoder({ developerRole, images: true }),
      unseen: new MessageEncoder({ developerRole, images: false }),
    };
  }

  async prepare({ messages, tools, options, images, stream }: WireRequest): Promise<WireCall> {
    const { config, limits, runtime } = this.#context;
    const connection = await this.#connector.connect(resolveEndpoint(config, runtime.env));
    const schemas = this.#schemas.encode(tools, options);
    const body = encodeGroqRequest({
      model: config.model,
      messages: this.#messages[images ? 'seen' : 'unseen'].encode(messages),
      tools: schemas.tools,
      options: schemas.options,
      strictAnswer: schemas.strictAnswer,
      facts: this.facts,
      stream,
    });
    // encodeGroqRequest makes the body; it may hold parameters that the SDK's types do not know.
    const params = body as never;
    const send = (guard: AttemptGuard) =>
      connection.send((sdk: Groq) => sdk.chat.completions.create(params, sdkOptions(guard, limits)));
    return {
      redact: connection.redact,
      restorer: ReplyRestorer.from(schemas.restores),
      generate: async (guard) => readReply(await send(guard), guard, new ChunkDecoder()),
      stream: async (guard) => readReplyStream(await send(guard), guard, new ChunkDecoder()),
    };
  }
}
