import { getModelFacts, toCapabilities } from '../catalogue/get-model-facts.js';
import type { LLMConfig } from '../config.js';
import { type ClientContext, ProviderClient, type Routing } from '../provider-client.js';
import { ChatWire } from './chat-wire.js';
import { createOpenAIContext } from './openai-context.js';
import { resolveEndpoint } from './resolve-endpoint.js';

/**
 * Chat completions of OpenAI and of every server that speaks the same protocol, through the official `openai` SDK, which
 * is loaded at the first request.
 * @throws ToolwrightError `MISSING_API_KEY` or `INVALID_CONFIG`, at once
 */
export class OpenAIClient extends ProviderClient {
  constructor(config: LLMConfig) {
    super(config, route);
  }
}

function route(context: ClientContext): Routing {
  const { config, runtime } = context;
  // A missing key is found when the client is built, not at its first request.
  resolveEndpoint(config, runtime.env);
  const facts = getModelFacts(config);
  const chat = new ChatWire(createOpenAIContext(context), facts);
  return { capabilities: toCapabilities(facts), wireFor: () => chat };
}
