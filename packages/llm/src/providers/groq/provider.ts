import { SchemaEncoder } from '../../request/schema-encoder.js';
import { ToolEncoder } from '../../request/tool-encoder.js';
import { generatedSdk } from '../../sdk/generated-sdk.js';
import { type KeyedEndpoint, keyedEndpoint } from '../../sdk/keyed-endpoint.js';
import { importGroq } from '../../sdk/optional-sdks.js';
import { defineProvider } from '../define-provider.js';
import { encodeChat } from '../openai/chat.js';
import { ChunkDecoder } from '../openai/decode-chunk.js';
import { builderOptions } from '../request-builder.js';
import { encodeGroqRequest, type GroqBody } from './encode-request.js';
import { GROQ_MODELS } from './models.js';

/** Calls Groq's chat completions through `groq-sdk`. @see https://console.groq.com/docs/api-reference#chat-create */
export const groq = defineProvider({
  dialect: 'groq',
  sdk: generatedSdk<KeyedEndpoint, GroqBody>('groq-sdk', '/openai/v1/chat/completions', async () => {
    const { Groq } = await importGroq();
    return ({ baseUrl, apiKey }) => new Groq({ ...builderOptions(), baseURL: baseUrl, apiKey });
  }),
  endpoint: keyedEndpoint({
    provider: 'groq',
    defaultUrl: 'https://api.groq.com',
    urlVariable: 'GROQ_BASE_URL',
    keyVariables: ['GROQ_API_KEY'],
    addedBySdk: /\/openai\/v1\/?$/,
  }),
  facts: GROQ_MODELS,
  encode({ facts, ...setup }) {
    const { strict } = setup.config;
    const schemas = new SchemaEncoder(
      new ToolEncoder(strict ? 'openai-strict' : 'groq'),
      facts.strictAnswers && strict !== false,
    );
    return encodeChat(
      { ...setup, facts },
      { schemas, body: (parts) => encodeGroqRequest({ ...parts, facts }) },
    );
  },
  decode: ({ warn }) => new ChunkDecoder({ warn }),
});
