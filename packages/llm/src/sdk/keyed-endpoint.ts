import { type ClientRuntime, checkBaseUrl, type LLMConfig } from '../client/config.js';
import { checkKey, missingKey, trimmed } from './api-key.js';

export interface KeyedEndpoint {
  readonly baseUrl: string;
  readonly apiKey: string;
}

/** How to find the URL and the key of a provider that always requires a key. */
export interface ProviderAddress {
  /** The provider's name in error messages. */
  readonly provider: string;
  readonly defaultUrl: string;
  readonly urlVariable: string;
  /** The environment variables for the key. The first variable that is set is used. */
  readonly keyVariables: readonly [string, ...string[]];
  /** Matches the URL suffix that the SDK itself appends. */
  readonly addedBySdk?: RegExp;
}

/**
 * Returns a function that resolves the URL and the key from the configuration and the environment when it is called. The function
 * throws ToolwrightError `MISSING_API_KEY` or `INVALID_CONFIG`.
 */
export function keyedEndpoint(address: ProviderAddress) {
  return (config: Pick<LLMConfig, 'baseUrl' | 'apiKey'>, env: ClientRuntime['env']): KeyedEndpoint => {
    const configuredUrl = trimmed(config.baseUrl);
    const environmentUrl = trimmed(env[address.urlVariable]);
    if (configuredUrl === undefined && environmentUrl !== undefined) {
      checkBaseUrl(environmentUrl, address.urlVariable);
    }
    const keys = [config.apiKey, ...address.keyVariables.map((variable) => env[variable])];
    const apiKey = keys.map(trimmed).find((key) => key !== undefined);
    if (apiKey === undefined) throw missingKey(address.provider, address.keyVariables);
    checkKey(apiKey);
    const baseUrl = configuredUrl ?? environmentUrl ?? address.defaultUrl;
    return { baseUrl: address.addedBySdk ? baseUrl.replace(address.addedBySdk, '') : baseUrl, apiKey };
  };
}
