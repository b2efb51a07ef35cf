import { ProviderClient } from '../../client/provider-client.js';
import { UNKNOWN_MODEL } from '../../models/model-facts.js';
import { assemble } from '../../reply/stream-assembler.js';
import { createUsage } from '../../reply/usage.js';
import { keyedEndpoint } from '../../sdk/keyed-endpoint.js';
import {
  chunk,
  completion,
  event,
  SSE,
  sendJson,
  sharedRawServer,
} from '../../testing/raw-server.test.support.js';
import { defineProvider } from '../define-provider.js';
import { encodeChat } from './chat.js';
import { ChunkDecoder } from './decode-chunk.js';
import { encodeRequest } from './encode-request.js';
import { chatSdk } from './sdk.js';

/** A server of OpenAI's protocol with its own names. CONTRIBUTING describes its parts. */
const acme = defineProvider({
  sdk: chatSdk,
  dialect: 'openai',
  endpoint: keyedEndpoint({
    provider: 'acme',
    defaultUrl: 'https://api.acme.example/v1',
    urlVariable: 'ACME_BASE_URL',
    keyVariables: ['ACME_API_KEY'],
  }),
  facts: { unknown: { ...UNKNOWN_MODEL, tokenLimitName: 'max_output' }, models: {} },
  encode: (setup) =>
    encodeChat(setup, {
      body: ({ options, ...parts }) => ({
        ...encodeRequest({ ...parts, options }),
        safe_mode: true,
        // This server has another word for `required`.
        tool_choice: options.toolChoice === 'required' ? 'any' : options.toolChoice,
      }),
    }),
  decode: () =>
    new ChunkDecoder({
      toUsage: (raw) => createUsage({ inputTokens: raw.tokens_in, outputTokens: raw.tokens_out }),
    }),
});

const server = sharedRawServer();

describe("a server of OpenAI's protocol with its own names", () => {
  it.each(['generate', 'stream'] as const)(
    'has its own limit of tokens, usage and members by %s',
    async (way) => {
      const usage = { tokens_in: 5, tokens_out: 2 };
      server.respond((response, { body }) => {
        if (!body.stream) return sendJson(response, completion({ content: 'Hi.' }, 'stop', { usage }));
        const chunks = [chunk({ content: 'Hi.' }), chunk({}, 'stop'), { choices: [], usage }, '[DONE]'];
        response.writeHead(200, SSE).end(chunks.map(event).join(''));
      });
      const runtime = { env: { ACME_API_KEY: 'k', ACME_BASE_URL: server.url } };
      // The name is no provider's, because the definition comes with the client.
      const client = new ProviderClient({ provider: 'openai-compatible', model: 'acme-1', runtime }, acme);
      const asked = [
        [{ role: 'user', content: 'Hello' }],
        [
          {
            name: 'look',
            description: 'Looks.',
            parameters: { type: 'object', properties: {} },
            annotations: {},
            source: { file: 'look.ts', line: 1 },
          },
        ],
        { maxTokens: 9, toolChoice: 'required', extraBody: { x: 1 } },
      ] as const;
      const response = await (way === 'generate'
        ? client.generate(...asked)
        : assemble(client.stream(...asked)));
      expect(response).toMatchObject({ content: 'Hi.', usage: { inputTokens: 5, outputTokens: 2 } });
      const { body, headers } = server.requests[0] ?? {};
      expect(headers?.authorization).toBe('Bearer k');
      expect(body).toMatchObject({
        model: 'acme-1',
        max_output: 9,
        safe_mode: true,
        tool_choice: 'any',
        x: 1,
      });
      expect(body).not.toHaveProperty('max_tokens');
      expect(body).not.toHaveProperty('max_completion_tokens');
    },
  );
});
