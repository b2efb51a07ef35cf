import type { Anthropic } from '@anthropic-ai/sdk';
import type { AttemptGuard } from '../attempt-guard.js';
import type { ClaudeFacts } from '../catalogue/anthropic-models.js';
import type { ClientContext } from '../provider-client.js';
import { readReply, readReplyStream } from '../read-reply.js';
import { SdkConnector } from '../sdk-connector.js';
import { sdkOptions } from '../sdk-options.js';
import { ToolEncoder } from '../tool-encoder.js';
import { WarnOnce } from '../warn-once.js';
import type { Wire, WireCall, WireRequest } from '../wire.js';
import { anthropicSdk } from './anthropic-sdk.js';
import { MessageDecoder } from './decode-message.js';
import { MessageEncoder } from './encode-messages.js';
import { encodeRequest } from './encode-request.js';
import { resolveEndpoint } from './resolve-endpoint.js';

/** The Messages API. @see https://platform.claude.com/docs/en/api/messages */
export class AnthropicWire implements Wire {
  readonly facts: ClaudeFacts;
  readonly #context: ClientContext;
  readonly #connector;
  readonly #seeing = new MessageEncoder(true);
  readonly #blind = new MessageEncoder(false);
  readonly #tools = new ToolEncoder('anthropic');
  readonly #warnings = new WarnOnce();

  constructor(context: ClientContext, facts: ClaudeFacts) {
    this.#context = context;
    this.#connector = new SdkConnector(anthropicSdk, context.runtime.fetch);
    this.facts = facts;
  }

  async prepare({ messages, tools, options, images, stream }: WireRequest): Promise<WireCall> {
    const { config, limits, runtime } = this.#context;
    const connection = await this.#connector.connect(resolveEndpoint(config, runtime.env));
    const { body, warnings } = encodeRequest({
      model: config.model,
      conversation: (images ? this.#seeing : this.#blind).encode(messages),
      tools: this.#tools.encode(tools).tools,
      options,
      facts: this.facts,
      stream,
    });
    for (const warning of warnings) this.#warnings.warn(options.onEvent, `${config.model}: ${warning}.`);
    // encodeRequest makes the body; it may hold parameters that the SDK's types do not know.
    const params = body as never;
    const headers = versionHeaders(body);
    const send = (guard: AttemptGuard) =>
      connection.send((sdk: Anthropic) =>
        sdk.messages.create(params, { ...sdkOptions(guard, limits), headers }),
      );
    return {
      redact: connection.redact,
      generate: async (guard) => readReply(await send(guard), guard, new MessageDecoder()),
      stream: async (guard) => readReplyStream(await send(guard), guard, new MessageDecoder()),
    };
  }
}

/**
 * The last version of the API that knows how to sample; the SDK's own refuses it for every model. Models that take no temperature
 * are not sent one in the first place.
 * @see https://platform.claude.com/docs/en/api/versioning
 */
function versionHeaders(body: Readonly<Record<string, unknown>>): Record<string, string> {
  const samples = ['temperature', 'top_p', 'top_k'].some((name) => body[name] !== undefined);
  return samples ? { 'anthropic-version': '2023-06-01' } : {};
}
