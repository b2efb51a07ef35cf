import type { ClientOptions, OpenAI } from 'openai';
import type { ClientRuntime } from '../../client/config.js';
import type { SdkPackage } from '../../sdk/sdk-connector.js';
import type { Endpoint } from './resolve-endpoint.js';

interface OpenAIModule {
  readonly OpenAI: new (options: ClientOptions) => OpenAI;
}

/** The official SDK, which both of OpenAI's APIs go through. */
export const openaiSdk: SdkPackage<OpenAIModule, OpenAI, Endpoint> = {
  name: 'openai',
  load: () => import('openai'),
  build: ({ OpenAI }, endpoint, fetch) => new OpenAI(clientOptions(endpoint, fetch)),
};

function clientOptions(
  { baseUrl, apiKey, ownAccount }: Endpoint,
  fetch: ClientRuntime['fetch'],
): ClientOptions {
  return {
    baseURL: baseUrl,
    // The SDK does not start without a key; where there is none, the header is taken out again.
    apiKey: apiKey ?? 'none',
    ...(apiKey === undefined && { defaultHeaders: { Authorization: null } }),
    adminAPIKey: null,
    // Else the SDK reads both from the environment and sends them.
    ...(!ownAccount && { organization: null, project: null }),
    maxRetries: 0,
    fetch,
  };
}
