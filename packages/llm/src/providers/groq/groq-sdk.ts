import type { ClientOptions, Groq } from 'groq-sdk';
import type { KeyedEndpoint } from '../../sdk/keyed-endpoint.js';
import type { SdkPackage } from '../../sdk/sdk-connector.js';

interface GroqModule {
  readonly Groq: new (options: ClientOptions) => Groq;
}

/** The official SDK, an optional peer. */
export const groqSdk: SdkPackage<GroqModule, Groq, KeyedEndpoint> = {
  name: 'groq-sdk',
  load: () => import('groq-sdk'),
  build: ({ Groq }, { baseUrl, apiKey }, fetch) =>
    new Groq({ baseURL: baseUrl, apiKey, maxRetries: 0, fetch }),
};
