import type { ClientRuntime, LLMConfig } from '../../client/config.js';
import { type KeyedEndpoint, resolveKeyedEndpoint } from '../../sdk/keyed-endpoint.js';

/**
 * Where to send a request and with which key.
 * @throws ToolwrightError `MISSING_API_KEY`, or `INVALID_CONFIG`
 */
export function resolveEndpoint(config: LLMConfig, env: ClientRuntime['env']): KeyedEndpoint {
  const { baseUrl, apiKey } = resolveKeyedEndpoint(config, env, {
    provider: 'anthropic',
    defaultUrl: 'https://api.anthropic.com',
    urlVariable: 'ANTHROPIC_BASE_URL',
    keyVariables: ['ANTHROPIC_API_KEY'],
  });
  // The SDK adds the version itself.
  return { baseUrl: baseUrl.replace(/\/v1\/?$/, ''), apiKey };
}
