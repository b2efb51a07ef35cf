import type { ClientContext } from '../../client/provider-client.js';
import { WarnOnce } from '../../client/warn-once.js';
import type { Wire, WireCall, WireRequest } from '../../client/wire.js';
import { readReply, readReplyStream } from '../../reply/read-reply.js';
import { ToolEncoder } from '../../request/tool-encoder.js';
import { ResponseDecoder } from './decode-response.js';
import { ContentEncoder } from './encode-contents.js';
import { encodeRequest } from './encode-request.js';
import { GoogleConnector } from './google-connector.js';
import type { GeminiFacts } from './models.js';
import { resolveEndpoint } from './resolve-endpoint.js';

/** The native API of Gemini. @see https://ai.google.dev/api/generate-content */
export class GoogleWire implements Wire {
  readonly facts: GeminiFacts;
  readonly #context: ClientContext;
  readonly #connector: GoogleConnector;
  readonly #tools = new ToolEncoder('gemini');
  readonly #seeing: ContentEncoder;
  readonly #blind: ContentEncoder;
  readonly #warnings = new WarnOnce();

  constructor(context: ClientContext, facts: GeminiFacts) {
    this.#context = context;
    this.#connector = new GoogleConnector(context.runtime.fetch);
    this.facts = facts;
    const { wantsSignatures } = facts;
    this.#seeing = new ContentEncoder({ images: true, wantsSignatures });
    this.#blind = new ContentEncoder({ images: false, wantsSignatures });
  }

  async prepare({ messages, tools, options, images }: WireRequest): Promise<WireCall> {
    const { config, runtime } = this.#context;
    const connection = await this.#connector.connect(resolveEndpoint(config, runtime.env));
    const { parameters, warnings } = encodeRequest({
      model: config.model,
      ...(images ? this.#seeing : this.#blind).encode(messages),
      tools: this.#tools.encode(tools).tools,
      options,
      facts: this.facts,
    });
    for (const warning of warnings) this.#warnings.warn(options.onEvent, `${config.model}: ${warning}.`);
    const decoder = () => new ResponseDecoder(runtime.random().toString(36).slice(2));
    return {
      redact: connection.redact,
      generate: async (guard) =>
        readReply(await connection.send(parameters, false, guard.signal), guard, decoder()),
      stream: async (guard) =>
        readReplyStream(await connection.send(parameters, true, guard.signal), guard, decoder()),
    };
  }
}
