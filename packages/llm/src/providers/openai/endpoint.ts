import { type ClientRuntime, checkBaseUrl, invalidConfig, type LLMConfig } from '../../client/config.js';
import { checkKey, missingKey, trimmed } from '../../sdk/api-key.js';
import type { OpenAIEndpoint } from './sdk.js';

export interface Endpoint extends OpenAIEndpoint {
  /** Whether the server belongs to OpenAI, or is the v1 API of Azure OpenAI. Only these servers receive options that no other server supports. */
  readonly official: boolean;
}

const OPENAI_URL = 'https://api.openai.com/v1';
const KEY_VARIABLE = 'OPENAI_API_KEY';
const URL_VARIABLE = 'OPENAI_BASE_URL';

/**
 * Resolves the URL and the key from the configuration and the environment at the time of the request.
 * @throws ToolwrightError `MISSING_API_KEY` or `INVALID_CONFIG`
 */
export function resolveEndpoint(config: LLMConfig, env: ClientRuntime['env']): Endpoint {
  const configuredUrl = trimmed(config.baseUrl);
  const environmentUrl = configuredUrl === undefined ? trimmed(env[URL_VARIABLE]) : undefined;
  if (environmentUrl !== undefined) checkBaseUrl(environmentUrl, URL_VARIABLE);
  const compatible = config.provider === 'openai-compatible';
  const baseUrl = configuredUrl ?? environmentUrl ?? (compatible ? undefined : OPENAI_URL);
  if (baseUrl === undefined) {
    throw invalidConfig(
      "The provider 'openai-compatible' requires a base URL.",
      `Pass baseUrl, e.g. http://localhost:8000/v1, or set ${URL_VARIABLE}.`,
    );
  }
  // Account settings from the environment belong to the environment's server and are not sent to any other server.
  const ownAccount = !compatible || configuredUrl === undefined;
  const apiKey = trimmed(config.apiKey) ?? (ownAccount ? trimmed(env[KEY_VARIABLE]) : undefined);
  if (apiKey === undefined && !compatible) {
    throw missingKey('openai', [KEY_VARIABLE], " Servers without keys: provider 'openai-compatible'.");
  }
  if (apiKey !== undefined) checkKey(apiKey);
  return { baseUrl, apiKey, official: isOfficial(baseUrl), ownAccount };
}

function isOfficial(baseUrl: string): boolean {
  // Avoids parsing most URLs: parsing one per request would cost more than the rest of this function.
  if (!/openai\.(azure\.)?com/i.test(baseUrl)) return false;
  const { hostname: host, pathname } = new URL(baseUrl);
  // Azure's dated APIs have only chat completions below a deployment.
  if (pathname.includes('/deployments/')) return false;
  return ['api.openai.com', '.api.openai.com', '.openai.azure.com'].some((known) =>
    known.startsWith('.') ? host.endsWith(known) : host === known,
  );
}
