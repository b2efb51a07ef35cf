import type { ImagePart } from '@toolwright/contract';
import type { AttemptGuard } from '../../client/attempt-guard.js';
import type { ClientContext } from '../../client/provider-client.js';
import type { Wire, WireCall, WireRequest } from '../../client/wire.js';
import { jsonLines } from '../../reply/framing.js';
import { readReply, readReplyStream } from '../../reply/read-reply.js';
import { ToolEncoder } from '../../request/tool-encoder.js';
import { ChatDecoder } from './decode-chat.js';
import { encodeMessages } from './encode-messages.js';
import { encodeOllamaRequest } from './encode-request.js';
import { loadImage } from './load-image.js';
import type { OllamaFacts } from './models.js';
import { connectOllama } from './ollama-connector.js';
import { resolveEndpoint } from './resolve-endpoint.js';

/** Ollama's chat API. @see https://docs.ollama.com/api/chat */
export class OllamaWire implements Wire {
  readonly facts: OllamaFacts;
  readonly #context: ClientContext;
  readonly #tools = new ToolEncoder('ollama');
  readonly #images = new WeakMap<ImagePart, Uint8Array>();

  constructor(context: ClientContext, facts: OllamaFacts) {
    this.#context = context;
    this.facts = facts;
  }

  async prepare({ messages, tools, options, images, stream }: WireRequest): Promise<WireCall> {
    const { config, runtime } = this.#context;
    const connection = await connectOllama(resolveEndpoint(config, runtime.env), runtime.fetch);
    const body = encodeOllamaRequest({
      model: config.model,
      messages: await encodeMessages(messages, {
        images,
        loadImage: (part) => this.#loadImage(part, options.signal),
      }),
      tools: this.#tools.encode(tools).tools,
      options,
      facts: this.facts,
      stream,
    });
    const send = ({ signal }: AttemptGuard) => connection.send(body, signal);
    return {
      redact: connection.redact,
      generate: async (guard) => readReply(await send(guard), guard, new ChatDecoder()),
      stream: async (guard) => readReplyStream(await send(guard), guard, new ChatDecoder(), jsonLines),
    };
  }

  /** An image in the history is fetched once, not again at each turn. */
  async #loadImage(part: ImagePart, signal: AbortSignal | undefined): Promise<Uint8Array> {
    const known = this.#images.get(part);
    if (known !== undefined) return known;
    const bytes = await loadImage(part, this.#context.runtime.fetch, signal);
    if (!signal?.aborted) this.#images.set(part, bytes);
    return bytes;
  }
}
