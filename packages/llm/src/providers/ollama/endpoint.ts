import { type ClientRuntime, checkBaseUrl, type LLMConfig } from '../../client/config.js';
import { checkKey, trimmed } from '../../sdk/api-key.js';

export interface OllamaEndpoint {
  /** The server address in any format that `OLLAMA_HOST` accepts. The SDK completes it. */
  readonly baseUrl: string;
  /** Undefined if no key is sent. */
  readonly apiKey: string | undefined;
}

const DEFAULT_HOST = 'http://127.0.0.1:11434';

/**
 * Resolves the server address from the configuration and the environment at the time of the request. Only Ollama's cloud needs a key.
 * @throws ToolwrightError `INVALID_CONFIG`
 */
export function resolveEndpoint(config: LLMConfig, env: ClientRuntime['env']): OllamaEndpoint {
  const configured = trimmed(config.baseUrl);
  if (configured !== undefined) checkBaseUrl(configured, 'baseUrl');
  // Users often include the path of one of the server's APIs.
  const host = (configured ?? trimmed(env.OLLAMA_HOST) ?? DEFAULT_HOST).replace(/\/(v1|api)?\/?$/, '');
  const apiKey = trimmed(config.apiKey) ?? (isCloud(host) ? trimmed(env.OLLAMA_API_KEY) : undefined);
  if (apiKey !== undefined) checkKey(apiKey);
  return { baseUrl: host, apiKey };
}

function isCloud(host: string): boolean {
  return URL.canParse(host) && /(^|\.)ollama\.com$/.test(new URL(host).hostname);
}
