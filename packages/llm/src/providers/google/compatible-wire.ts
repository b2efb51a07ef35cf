import type { AssistantMessage, GenerateOptions, Message } from '@toolwright/contract';
import type { GeminiTool } from '@toolwright/schema';
import type { OpenAI } from 'openai';
import type { AttemptGuard } from '../../client/attempt-guard.js';
import type { ClientContext } from '../../client/provider-client.js';
import type { Wire, WireCall, WireRequest } from '../../client/wire.js';
import { readReply, readReplyStream } from '../../reply/read-reply.js';
import { ToolEncoder } from '../../request/tool-encoder.js';
import { SdkConnector } from '../../sdk/sdk-connector.js';
import { sdkOptions } from '../../sdk/sdk-options.js';
import { MessageEncoder } from '../openai/encode-messages.js';
import { encodeRequest } from '../openai/encode-request.js';
import { openaiSdk } from '../openai/openai-sdk.js';
import { CompatibleDecoder } from './compatible-decoder.js';
import { lowerAnswer } from './lower-answer.js';
import type { GeminiFacts } from './models.js';
import { NO_SIGNATURE, readReplay } from './replay.js';
import { resolveEndpoint } from './resolve-endpoint.js';

/** Gemini through its address for OpenAI's protocol. @see https://ai.google.dev/gemini-api/docs/openai */
export class CompatibleWire implements Wire {
  readonly facts: GeminiFacts;
  readonly #context: ClientContext;
  readonly #connector;
  readonly #tools = new ToolEncoder('gemini', toFunction);
  readonly #messages: Readonly<Record<'seen' | 'unseen', MessageEncoder>>;
  readonly #signed = new WeakMap<Message, object>();

  constructor(context: ClientContext, facts: GeminiFacts) {
    this.#context = context;
    this.#connector = new SdkConnector(openaiSdk, context.runtime.fetch);
    // The search is one of the native API's tools.
    this.facts = { ...facts, webSearch: false };
    const { developerRole = false } = context.config;
    this.#messages = {
      seen: new MessageEncoder({ developerRole, images: true }),
      unseen: new MessageEncoder({ developerRole, images: false }),
    };
  }

  async prepare({ messages, tools, options, images, stream }: WireRequest): Promise<WireCall> {
    const { config, limits, runtime } = this.#context;
    const endpoint = { ...resolveEndpoint(config, runtime.env), official: false, ownAccount: false };
    const connection = await this.#connector.connect(endpoint);
    const encoded = this.#messages[images ? 'seen' : 'unseen'].encode(messages);
    const body = encodeRequest({
      model: config.model,
      messages: encoded.map((message, index) => this.#sign(messages[index], message)),
      tools: this.#tools.encode(tools).tools,
      options: { ...options, jsonResponse: lowerJson(options.jsonResponse) },
      // The answer is bound to its schema, whatever is said here.
      strictAnswer: true,
      newTokenLimit: false,
      stream,
    });
    // encodeRequest makes the body; it may hold parameters that the SDK's types do not know.
    const params = body as never;
    const send = (guard: AttemptGuard) =>
      connection.send((sdk: OpenAI) => sdk.chat.completions.create(params, sdkOptions(guard, limits)));
    return {
      redact: connection.redact,
      generate: async (guard) => readReply(await send(guard), guard, new CompatibleDecoder()),
      stream: async (guard) => readReplyStream(await send(guard), guard, new CompatibleDecoder()),
    };
  }

  #sign(message: Message | undefined, encoded: object): object {
    if (message?.role !== 'assistant' || !message.tool_calls?.length) return encoded;
    const known = this.#signed.get(message);
    if (known !== undefined) return known;
    const signed = { ...encoded, tool_calls: signCalls(message, this.facts) };
    this.#signed.set(message, signed);
    return signed;
  }
}

/** In OpenAI's shape, with as much of JSON Schema as Gemini reads. */
function toFunction({ name, description, parametersJsonSchema: parameters }: GeminiTool): object {
  return { type: 'function', function: { name, description, parameters } };
}

function lowerJson(asked: GenerateOptions['jsonResponse']): GenerateOptions['jsonResponse'] {
  return typeof asked === 'object' ? { ...asked, schema: lowerAnswer(asked.schema) } : asked;
}

function signCalls(message: AssistantMessage, { wantsSignatures }: GeminiFacts): object[] {
  const signed = (readReplay(message) ?? []).filter(({ type }) => type === 'call');
  return (message.tool_calls ?? []).map((call, index) => {
    const signature = signed[index]?.signature ?? (wantsSignatures && index === 0 ? NO_SIGNATURE : undefined);
    return signature === undefined
      ? call
      : { ...call, extra_content: { google: { thought_signature: signature } } };
  });
}
