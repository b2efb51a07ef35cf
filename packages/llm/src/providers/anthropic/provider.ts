import { withCapabilities } from '../../models/capabilities.js';
import { deferredNames } from '../../request/model-request.js';
import { ToolEncoder } from '../../request/tool-encoder.js';
import { generatedSdk } from '../../sdk/generated-sdk.js';
import { type KeyedEndpoint, keyedEndpoint } from '../../sdk/keyed-endpoint.js';
import { importAnthropic } from '../../sdk/optional-sdks.js';
import { defineProvider } from '../define-provider.js';
import { builderOptions } from '../request-builder.js';
import { MessageDecoder } from './decode-message.js';
import { MessageEncoder, takesPart } from './encode-messages.js';
import { type AnthropicBody, encodeRequest } from './encode-request.js';
import { MCP_BETA } from './mcp-servers.js';
import { ANTHROPIC_MODELS, type ClaudeFacts } from './models.js';

/** The Messages API, through `@anthropic-ai/sdk`. @see https://platform.claude.com/docs/en/api/messages */
export const anthropic = defineProvider({
  dialect: 'anthropic',
  sdk: generatedSdk<KeyedEndpoint, AnthropicBody>('@anthropic-ai/sdk', '/v1/messages', async () => {
    const { Anthropic } = await importAnthropic();
    return ({ baseUrl, apiKey }) => new Anthropic({ ...builderOptions(), baseURL: baseUrl, apiKey });
  }),
  endpoint: keyedEndpoint({
    provider: 'anthropic',
    defaultUrl: 'https://api.anthropic.com',
    urlVariable: 'ANTHROPIC_BASE_URL',
    keyVariables: ['ANTHROPIC_API_KEY'],
    addedBySdk: /\/v1\/?$/,
  }),
  facts: ANTHROPIC_MODELS,
  // Other hosts of the model, and gateways, do not call MCP servers, and may not search for tools.
  factsAt: (known, { baseUrl }, { capabilities }) =>
    withCapabilities(
      new URL(baseUrl).hostname === 'api.anthropic.com' ? known : withoutHosted(known),
      capabilities,
    ),
  takes: takesPart,
  encode({ config: { model }, facts }) {
    const encoder = new MessageEncoder();
    const toolEncoder = new ToolEncoder('anthropic');
    return ({ messages, tools, options, stream }) => {
      const conversation = encoder.encode(messages);
      const encoded = toolEncoder.encode(tools).tools;
      const deferred = deferredNames(tools, facts);
      const parts = { model, conversation, tools: encoded, deferred, options, facts, stream };
      const { body, warnings } = encodeRequest(parts);
      const usesMcp = conversation.mcp || body.mcp_servers !== undefined;
      return {
        body,
        headers: { ...versionHeaders(body), ...(usesMcp && { 'anthropic-beta': MCP_BETA }) },
        warnings: warnings.map((warning) => `${model}: ${warning}.`),
      };
    };
  },
  decode: ({ earlier, redact, warn }) =>
    new MessageDecoder(earlier instanceof MessageDecoder ? earlier : undefined, redact, warn),
  // The provider pauses after ten rounds with its own tools.
  maxPauses: 10,
});

function withoutHosted(facts: ClaudeFacts): ClaudeFacts {
  return { ...facts, mcpServers: 'none', deferredTools: 0 };
}

/**
 * For requests with sampling parameters, selects the last API version that accepts them. The SDK's own version refuses them for every
 * model. Temperature is never sent to models that do not accept it.
 * @see https://platform.claude.com/docs/en/api/versioning
 */
function versionHeaders(body: object): Record<string, string> {
  const samples = ['temperature', 'top_p', 'top_k'].some((name) => Reflect.get(body, name) !== undefined);
  return samples ? { 'anthropic-version': '2023-06-01' } : {};
}
