import type { LLMConfig } from '../../client/config.js';
import { type ClientContext, ProviderClient, type Routing } from '../../client/provider-client.js';
import { toCapabilities } from '../../models/get-model-facts.js';
import { withCapabilities } from '../../models/with-capabilities.js';
import { checkInstalled } from '../../sdk/load-package.js';
import { AnthropicWire } from './anthropic-wire.js';
import { getClaudeFacts } from './models.js';
import { resolveEndpoint } from './resolve-endpoint.js';

/**
 * Anthropic's Messages API, through the official `@anthropic-ai/sdk`, an optional peer that is loaded at the first request.
 * @throws ToolwrightError `MISSING_PACKAGE`, `MISSING_API_KEY` or `INVALID_CONFIG`, at once
 */
export class AnthropicClient extends ProviderClient {
  constructor(config: LLMConfig) {
    super(config, route);
  }
}

function route(context: ClientContext): Routing {
  const { config, runtime } = context;
  // A missing key is found when the client is built, not at its first request.
  const { baseUrl } = resolveEndpoint(config, runtime.env);
  checkInstalled('@anthropic-ai/sdk');
  const known = getClaudeFacts(config.model);
  // Other places that have the model do not call servers, nor do gateways to them.
  const mcpServers = new URL(baseUrl).hostname === OFFICIAL_HOST ? known.mcpServers : 'none';
  const facts = withCapabilities({ ...known, mcpServers }, config.capabilities);
  const wire = new AnthropicWire(context, facts);
  return { capabilities: toCapabilities(facts), wireFor: () => wire };
}

const OFFICIAL_HOST = 'api.anthropic.com';
