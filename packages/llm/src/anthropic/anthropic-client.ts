import { getClaudeFacts } from '../catalogue/anthropic-models.js';
import { toCapabilities } from '../catalogue/get-model-facts.js';
import { withCapabilities } from '../catalogue/with-capabilities.js';
import type { LLMConfig } from '../config.js';
import { checkInstalled } from '../load-package.js';
import { type ClientContext, ProviderClient, type Routing } from '../provider-client.js';
import { AnthropicWire } from './anthropic-wire.js';
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
  resolveEndpoint(config, runtime.env);
  checkInstalled('@anthropic-ai/sdk');
  const facts = withCapabilities(getClaudeFacts(config.model), config.capabilities);
  const wire = new AnthropicWire(context, facts);
  return { capabilities: toCapabilities(facts), wireFor: () => wire };
}
