import { invalidConfig } from '../../client/config.js';
import { toCapabilities } from '../../models/capabilities.js';
import type { Provider } from '../definition.js';
import { getApiFacts, joinCapabilities } from './api-facts.js';
import { chat } from './chat.js';
import { chooseApi } from './choose-api.js';
import { resolveEndpoint } from './endpoint.js';
import { responses } from './responses/provider.js';

/** Calls OpenAI's chat completions and responses APIs, and every compatible server. */
export const openai: Provider = {
  findFacts(model) {
    const facts = chat.findFacts(model);
    return facts && { ...facts, ...joinCapabilities(getApiFacts(facts, undefined)) };
  },
  open(context) {
    const { config, runtime } = context;
    checkApi(config.api);
    const opened = { chat: chat.open(context), responses: responses.open(context) };
    const isOfficial = () => resolveEndpoint(config, runtime.env).official;
    const facts = { chat: opened.chat.wire.facts, responses: opened.responses.wire.facts };
    const capabilities =
      config.api === 'chat' || config.api === 'responses'
        ? toCapabilities(facts[config.api])
        : joinCapabilities(facts);
    // Unless the caller chooses an API, requests to other servers use chat completions, which do not support MCP servers.
    const mcpServers = isOfficial() || config.api !== undefined ? capabilities.mcpServers : 'none';
    return {
      capabilities: { ...capabilities, mcpServers },
      baseUrl: opened.chat.baseUrl,
      wireFor(request) {
        // Few OpenAI-compatible servers support the responses API.
        const api = config.api ?? (isOfficial() ? 'auto' : 'chat');
        return opened[api === 'auto' ? chooseApi(request, facts.chat, config.provider) : api].wire;
      },
    };
  },
};

function checkApi(api: unknown): void {
  if (api === undefined || api === 'auto' || api === 'chat' || api === 'responses') return;
  throw invalidConfig(
    `'api' must not be ${JSON.stringify(api)}.`,
    "Pass 'auto', 'chat' or 'responses', or omit it.",
  );
}
