import type { ClientRuntime, LLMConfig } from '../../client/config.js';
import { type KeyedEndpoint, resolveKeyedEndpoint } from '../../sdk/keyed-endpoint.js';

/**
 * Where to send a request and with which key; the variables and their order are those of the SDK.
 * @throws ToolwrightError `MISSING_API_KEY`, or `INVALID_CONFIG`
 */
export function resolveEndpoint(config: LLMConfig, env: ClientRuntime['env']): KeyedEndpoint {
  return resolveKeyedEndpoint(config, env, {
    provider: 'google',
    defaultUrl: 'https://generativelanguage.googleapis.com',
    urlVariable: 'GOOGLE_GEMINI_BASE_URL',
    keyVariables: ['GOOGLE_API_KEY', 'GEMINI_API_KEY'],
  });
}
