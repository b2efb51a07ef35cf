import { invalidConfig, type LLMConfig } from '../../client/config.js';
import { type ClientContext, ProviderClient, type Routing } from '../../client/provider-client.js';
import type { ModelRequest, Wire } from '../../client/wire.js';
import { getApiFacts, joinCapabilities } from '../../models/api-facts.js';
import { toCapabilities } from '../../models/get-model-facts.js';
import { checkInstalled } from '../../sdk/load-package.js';
import { ChatWire } from './chat-wire.js';
import { chooseApi } from './choose-api.js';
import { createOpenAIContext } from './openai-context.js';
import { resolveEndpoint } from './resolve-endpoint.js';
import { ResponsesWire } from './responses/responses-wire.js';

/**
 * OpenAI's chat completions and responses API, and every server that speaks one of them, through the official `openai` SDK,
 * which is loaded at the first request.
 * @throws ToolwrightError `MISSING_PACKAGE`, `MISSING_API_KEY` or `INVALID_CONFIG`, at once
 */
export class OpenAIClient extends ProviderClient {
  constructor(config: LLMConfig) {
    super(config, route);
  }
}

function route(context: ClientContext): Routing {
  const { config, runtime } = context;
  checkApi(config.api);
  // A missing key is found when the client is built, not at its first request.
  const { official } = resolveEndpoint(config, runtime.env);
  checkInstalled('openai');
  const facts = getApiFacts(config, official);
  const shared = createOpenAIContext(context);
  const wires = {
    chat: new ChatWire(shared, facts.chat),
    responses: new ResponsesWire(shared, facts.responses),
  };
  const wireFor = (request: ModelRequest): Wire => {
    // Servers that imitate OpenAI know chat completions, and seldom the other API.
    const api = config.api ?? (resolveEndpoint(config, runtime.env).official ? 'auto' : 'chat');
    return wires[api === 'auto' ? chooseApi(request, facts.chat, config.provider) : api];
  };
  const capabilities =
    config.api === 'chat' || config.api === 'responses'
      ? toCapabilities(facts[config.api])
      : joinCapabilities(facts);
  // Where the API is not chosen, requests go to the one that has no place for them.
  const mcpServers = official || config.api !== undefined ? capabilities.mcpServers : 'none';
  return { capabilities: { ...capabilities, mcpServers }, wireFor };
}

function checkApi(api: unknown): void {
  if (api === undefined || api === 'auto' || api === 'chat' || api === 'responses') return;
  throw invalidConfig(
    `'api' is ${JSON.stringify(api)}.`,
    "Pass 'auto', 'chat' or 'responses', or leave it out.",
  );
}
