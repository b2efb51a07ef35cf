import type { ClientRuntime, LLMConfig } from '../../client/config.js';
import { type KeyedEndpoint, type ProviderAddress, resolveKeyedEndpoint } from '../../sdk/keyed-endpoint.js';

const ADDRESS: ProviderAddress = {
  provider: 'groq',
  defaultUrl: 'https://api.groq.com',
  urlVariable: 'GROQ_BASE_URL',
  keyVariables: ['GROQ_API_KEY'],
};

/** See {@link resolveKeyedEndpoint}. The SDK adds `/openai/v1` itself, so an address that has it already loses it. */
export function resolveEndpoint(config: LLMConfig, env: ClientRuntime['env']): KeyedEndpoint {
  const endpoint = resolveKeyedEndpoint(config, env, ADDRESS);
  return { ...endpoint, baseUrl: endpoint.baseUrl.replace(/\/openai\/v1\/?$/, '') };
}
