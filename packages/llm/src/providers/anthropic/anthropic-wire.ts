import type { Anthropic } from '@anthropic-ai/sdk';
import type { Message } from '@toolwright/contract';
import type { AttemptGuard } from '../../client/attempt-guard.js';
import type { ClientContext } from '../../client/provider-client.js';
import { WarnOnce } from '../../client/warn-once.js';
import type { Wire, WireCall, WireRequest } from '../../client/wire.js';
import { readReply, readReplyStream } from '../../reply/read-reply.js';
import { ToolEncoder } from '../../request/tool-encoder.js';
import { withServerSecrets } from '../../request/with-server-secrets.js';
import { SdkConnector } from '../../sdk/sdk-connector.js';
import { sdkOptions } from '../../sdk/sdk-options.js';
import { anthropicSdk } from './anthropic-sdk.js';
import { MessageDecoder, type PausedReply } from './decode-message.js';
import { type EncodedConversation, MessageEncoder } from './encode-messages.js';
import { encodeRequest } from './encode-request.js';
import { MCP_BETA } from './mcp-servers.js';
import type { ClaudeFacts } from './models.js';
import { toReplay } from './replay.js';
import { resolveEndpoint } from './resolve-endpoint.js';

/** How often one answer is gone on with. The provider pauses after ten rounds of its own tools, so this is much. */
const MAX_PAUSES = 10;

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

  prepare(request: WireRequest): Promise<WireCall> {
    return this.#prepare(request);
  }

  /** @param pauses with what they came after; the request itself is that of the beginning */
  async #prepare(request: WireRequest, pauses: readonly PausedReply[] = []): Promise<WireCall> {
    const { options, stream } = request;
    const { config, limits, runtime } = this.#context;
    const connection = await this.#connector.connect(resolveEndpoint(config, runtime.env));
    const conversation = this.#encode(request, pauses.at(-1));
    const { body, warnings } = encodeRequest({
      model: config.model,
      conversation,
      tools: this.#tools.encode(request.tools).tools,
      options,
      facts: this.facts,
      stream,
    });
    this.#warn(warnings, options);
    // encodeRequest makes the body; it may hold parameters that the SDK's types do not know.
    const params = body as never;
    const headers = { ...versionHeaders(body), ...betaHeaders(body, conversation) };
    const redact = withServerSecrets(connection.redact, options.mcpServers);
    let decoder = new MessageDecoder(undefined, redact);
    const send = (guard: AttemptGuard) => {
      decoder = new MessageDecoder(pauses.at(-1), redact);
      return connection.send((sdk: Anthropic) =>
        sdk.messages.create(params, { ...sdkOptions(guard, limits), headers }),
      );
    };
    return {
      redact,
      generate: async (guard) => readReply(await send(guard), guard, decoder),
      stream: async (guard) => readReplyStream(await send(guard), guard, decoder),
      resume: async () => {
        const { paused } = decoder;
        if (paused === undefined) return undefined;
        if (pauses.length < MAX_PAUSES) return this.#prepare(request, [...pauses, paused]);
        this.#warn([`the answer is not complete, for it paused more than ${MAX_PAUSES} times`], options);
        return undefined;
      },
    };
  }

  #encode({ messages, images }: WireRequest, paused: PausedReply | undefined): EncodedConversation {
    const encoder = images ? this.#seeing : this.#blind;
    if (paused === undefined) return encoder.encode(messages);
    const replay = toReplay(paused.parts);
    const begun: Message = {
      role: 'assistant',
      content: paused.text,
      ...(replay !== undefined && { provider_data: { anthropic: replay } }),
    };
    return encoder.encode([...messages, begun]);
  }

  #warn(warnings: readonly string[], { onEvent }: WireRequest['options']): void {
    for (const warning of warnings)
      this.#warnings.warn(onEvent, `${this.#context.config.model}: ${warning}.`);
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

function betaHeaders(
  body: Readonly<Record<string, unknown>>,
  { mcp }: EncodedConversation,
): Record<string, string> {
  return mcp || body.mcp_servers !== undefined ? { 'anthropic-beta': MCP_BETA } : {};
}
