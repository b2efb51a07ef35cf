import type { Message } from '@toolwright/contract';
import type { OpenAITool } from '@toolwright/json-schema';
import type { ModelFacts } from '../../models/model-facts.js';
import { CHAT_ENDS, COMPATIBLE_ENDS } from '../../reply/end-words.js';
import { rememberBySwitch } from '../../request/remember.js';
import { SchemaEncoder } from '../../request/schema-encoder.js';
import { ToolEncoder } from '../../request/tool-encoder.js';
import { defineProvider } from '../define-provider.js';
import type { Encode, EncodedRequest, Setup } from '../definition.js';
import { getApiFacts } from './api-facts.js';
import { ChunkDecoder } from './decode-chunk.js';
import { type ChatMessage, MessageEncoder, takesChatPart } from './encode-messages.js';
import { type ChatParts, encodeRequest } from './encode-request.js';
import { type Endpoint, resolveEndpoint } from './endpoint.js';
import { OPENAI_MODELS } from './models.js';
import { chatSdk } from './sdk.js';

/** The differences between a server and OpenAI's chat completions. */
export interface ChatQuirks<Body> {
  /** Encodes schemas. Default: in strict mode if the configuration or the model's facts enable it. */
  readonly schemas?: Pick<SchemaEncoder<OpenAITool>, 'encode'>;
  /** Adds the server's own members to an encoded message. */
  readonly message?: (message: Message, encoded: ChatMessage) => ChatMessage;
  /** Builds the request body without `extraBody`, which is added last. */
  readonly body: (parts: ChatParts) => Body;
}

/** Creates a request encoder for chat completions and compatible servers. */
export function encodeChat<Endpoint, Body extends object>(
  { config, facts }: Setup<ModelFacts>,
  quirks: ChatQuirks<Body>,
  /** Whether an endpoint supports the role `developer`. Default: false. */
  knowsDeveloper: (endpoint: Endpoint) => boolean = () => false,
): Encode<Endpoint, EncodedRequest<Body>> {
  const schemas = quirks.schemas ?? createSchemaEncoder(config.strict ?? facts.strictSchemas);
  const encoders = rememberBySwitch((developerRole) => new MessageEncoder({ developerRole }, quirks.message));
  return ({ messages, tools, options, stream }, endpoint) => {
    const { restores, warnings, ...encoded } = schemas.encode(tools, options);
    const encoder = encoders(config.developerRole ?? knowsDeveloper(endpoint));
    const { tokenLimitName } = facts;
    const parts = { model: config.model, messages: encoder.encode(messages), tokenLimitName, stream };
    const body = quirks.body({ ...parts, ...encoded });
    return { body: { ...body, ...options.extraBody }, restores, warnings };
  };
}

function createSchemaEncoder(strict: boolean): Pick<SchemaEncoder<OpenAITool>, 'encode'> {
  return new SchemaEncoder(new ToolEncoder(strict ? 'openai-strict' : 'openai'), strict);
}

/** Calls chat completions. @see https://platform.openai.com/docs/api-reference/chat */
export const chat = defineProvider({
  sdk: chatSdk,
  dialect: 'openai',
  endpoint: resolveEndpoint,
  facts: OPENAI_MODELS,
  factsAt: (known, { official }, { capabilities }) => getApiFacts(known, capabilities, official).chat,
  takes: takesChatPart,
  encode: (setup: Setup<ModelFacts>) =>
    encodeChat(setup, { body: encodeRequest }, ({ official }: Endpoint) => official),
  decode: ({ config, runtime, warn }) => {
    const { official } = resolveEndpoint(config, runtime.env);
    return new ChunkDecoder({ ends: official ? CHAT_ENDS : COMPATIBLE_ENDS, warn });
  },
});
