import type { OpenAI } from 'openai';
import type { Limits, LLMConfig } from '../../client/config.js';
import type { ClientContext } from '../../client/provider-client.js';
import { type Connection, SdkConnector } from '../../sdk/sdk-connector.js';
import { openaiSdk } from './openai-sdk.js';
import { type Endpoint, resolveEndpoint } from './resolve-endpoint.js';

/** What OpenAI's two APIs share: configuration, and one SDK client. */
export interface OpenAIContext {
  readonly config: LLMConfig;
  readonly limits: Limits;
  /** @throws ToolwrightError as `resolveEndpoint` and `SdkConnector` do */
  connect(): Promise<{ readonly connection: Connection<OpenAI>; readonly endpoint: Endpoint }>;
}

export function createOpenAIContext({ config, limits, runtime }: ClientContext): OpenAIContext {
  const connector = new SdkConnector(openaiSdk, runtime.fetch);
  return {
    config,
    limits,
    async connect() {
      const endpoint = resolveEndpoint(config, runtime.env);
      return { connection: await connector.connect(endpoint), endpoint };
    },
  };
}
