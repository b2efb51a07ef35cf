import type { LLMConfig } from '../../client/config.js';
import { type ClientContext, ProviderClient, type Routing } from '../../client/provider-client.js';
import { toCapabilities } from '../../models/get-model-facts.js';
import { withCapabilities } from '../../models/with-capabilities.js';
import { checkInstalled } from '../../sdk/load-package.js';
import { getOllamaFacts } from './models.js';
import { OllamaWire } from './ollama-wire.js';
import { resolveEndpoint } from './resolve-endpoint.js';

/**
 * Models that an Ollama server runs, through the official `ollama` SDK, an optional peer that is loaded at the first request.
 * @throws ToolwrightError `MISSING_PACKAGE` or `INVALID_CONFIG`, at once
 */
export class OllamaClient extends ProviderClient {
  constructor(config: LLMConfig) {
    super(config, route);
  }
}

function route(context: ClientContext): Routing {
  const { config, runtime } = context;
  // A wrong address is found when the client is built, not at its first request.
  resolveEndpoint(config, runtime.env);
  checkInstalled('ollama');
  const facts = withCapabilities(getOllamaFacts(config.model), config.capabilities);
  const wire = new OllamaWire(context, facts);
  return { capabilities: toCapabilities(facts), wireFor: () => wire };
}
