import type { Anthropic, ClientOptions } from '@anthropic-ai/sdk';
import type { KeyedEndpoint } from '../../sdk/keyed-endpoint.js';
import type { SdkPackage } from '../../sdk/sdk-connector.js';

interface AnthropicModule {
  readonly Anthropic: new (options: ClientOptions) => Anthropic;
}

/** The official SDK. */
export const anthropicSdk: SdkPackage<AnthropicModule, Anthropic, KeyedEndpoint> = {
  name: '@anthropic-ai/sdk',
  load: () => import('@anthropic-ai/sdk'),
  build: ({ Anthropic }, { baseUrl, apiKey }, fetch) =>
    new Anthropic({ baseURL: baseUrl, apiKey, maxRetries: 0, fetch }),
};
