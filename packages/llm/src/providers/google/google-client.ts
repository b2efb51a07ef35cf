import type { LLMConfig } from '../../client/config.js';
import { type ClientContext, ProviderClient, type Routing } from '../../client/provider-client.js';
import { toCapabilities } from '../../models/get-model-facts.js';
import { withCapabilities } from '../../models/with-capabilities.js';
import { checkInstalled } from '../../sdk/load-package.js';
import { CompatibleWire } from './compatible-wire.js';
import { GoogleWire } from './google-wire.js';
import { getGeminiFacts } from './models.js';
import { resolveEndpoint } from './resolve-endpoint.js';

/**
 * Gemini, through the official `@google/genai`, an optional peer that is loaded at the first request; or through `openai`, where
 * the address is that of Google's endpoint for OpenAI's protocol: it ends in `/openai`.
 * @throws ToolwrightError `MISSING_PACKAGE`, `MISSING_API_KEY` or `INVALID_CONFIG`, at once
 */
export class GoogleClient extends ProviderClient {
  constructor(config: LLMConfig) {
    super(config, route);
  }
}

function route(context: ClientContext): Routing {
  const { config, runtime } = context;
  const isCompatible = () => /\/openai\/?$/.test(resolveEndpoint(config, runtime.env).baseUrl);
  const facts = withCapabilities(getGeminiFacts(config.model), config.capabilities);
  const native = new GoogleWire(context, facts);
  const compatible = new CompatibleWire(context, facts);
  const wireFor = () => (isCompatible() ? compatible : native);
  // A missing key is found when the client is built, not at its first request; so is a missing package.
  const { facts: known } = wireFor();
  checkInstalled(isCompatible() ? 'openai' : '@google/genai');
  return { capabilities: toCapabilities(known), wireFor };
}
