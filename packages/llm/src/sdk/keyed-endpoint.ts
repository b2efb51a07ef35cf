import { ToolwrightError } from '@toolwright/contract';
import { type ClientRuntime, checkBaseUrl, type LLMConfig } from '../client/config.js';
import { checkKey, trimmed } from './api-key.js';

export interface KeyedEndpoint {
  readonly baseUrl: string;
  readonly apiKey: string;
}

/** Where a provider is found that always wants a key. */
export interface ProviderAddress {
  /** Names the provider in errors. */
  readonly provider: string;
  readonly defaultUrl: string;
  readonly urlVariable: string;
  /** The first that is set counts. */
  readonly keyVariables: readonly [string, ...string[]];
}

/**
 * Where to send a request and with which key, as config and environment say at this moment.
 * @throws ToolwrightError `MISSING_API_KEY`, or `INVALID_CONFIG`
 */
export function resolveKeyedEndpoint(
  config: Pick<LLMConfig, 'baseUrl' | 'apiKey'>,
  env: ClientRuntime['env'],
  address: ProviderAddress,
): KeyedEndpoint {
  const configuredUrl = trimmed(config.baseUrl);
  const environmentUrl = trimmed(env[address.urlVariable]);
  if (configuredUrl === undefined && environmentUrl !== undefined) {
    checkBaseUrl(environmentUrl, address.urlVariable);
  }
  const apiKey = trimmed(config.apiKey) ?? findKey(env, address.keyVariables);
  if (apiKey === undefined) throw missingKey(address);
  checkKey(apiKey);
  return { baseUrl: configuredUrl ?? environmentUrl ?? address.defaultUrl, apiKey };
}

function findKey(env: ClientRuntime['env'], variables: readonly string[]): string | undefined {
  for (const variable of variables) {
    const key = trimmed(env[variable]);
    if (key !== undefined) return key;
  }
  return undefined;
}

function missingKey({ provider, keyVariables }: ProviderAddress): ToolwrightError {
  const names = keyVariables.join(' or ');
  const verb = keyVariables.length > 1 ? 'none of them is set' : 'it is not set';
  return new ToolwrightError('MISSING_API_KEY', `No API key for ${provider} in ${names}: ${verb}.`, {
    blame: 'developer',
    hint: `Set ${keyVariables.at(-1)} in the environment, or pass apiKey.`,
  });
}
