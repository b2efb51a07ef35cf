import type { LLMConfig } from '../../client/config.js';
import { type ClientContext, ProviderClient, type Routing } from '../../client/provider-client.js';
import { toCapabilities } from '../../models/get-model-facts.js';
import { withCapabilities } from '../../models/with-capabilities.js';
import { checkInstalled } from '../../sdk/load-package.js';
import { GroqWire } from './groq-wire.js';
import { getGroqFacts } from './models.js';
import { resolveEndpoint } from './resolve-endpoint.js';

/**
 * Groq's chat completions, through the official `groq-sdk`, an optional peer that is loaded at the first request.
 * @throws ToolwrightError `MISSING_PACKAGE`, `MISSING_API_KEY` or `INVALID_CONFIG`, at once
 */
export class GroqClient extends ProviderClient {
  constructor(config: LLMConfig) {
    super(config, route);
  }
}

function route(context: ClientContext): Routing {
  const { config, runtime } = context;
  // A missing key is found when the client is built, not at its first request.
  resolveEndpoint(config, runtime.env);
  checkInstalled('groq-sdk');
  const facts = withCapabilities(getGroqFacts(config.model), config.capabilities);
  const wire = new GroqWire(context, facts);
  return { capabilities: toCapabilities(facts), wireFor: () => wire };
}
