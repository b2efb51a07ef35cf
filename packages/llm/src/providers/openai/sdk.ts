import type { ClientOptions } from 'openai';
import type { ChatCompletionCreateParamsBase } from 'openai/resources/chat/completions';
import type { ResponseCreateParams } from 'openai/resources/responses/responses';
import type { ClientRuntime } from '../../client/config.js';
import { generatedSdk } from '../../sdk/generated-sdk.js';
import { type SdkEndpoint, type Sent, toParams } from '../../sdk/sdk.js';

/** The endpoint of any OpenAI-compatible server. */
export interface OpenAIEndpoint extends SdkEndpoint {
  /** Whether the organization and project from the environment belong to this server. Default: no. */
  readonly ownAccount?: boolean;
}

export type ChatBody = Sent<ChatCompletionCreateParamsBase>;
export type ResponsesBody = Sent<ResponseCreateParams>;

/** The official SDK for chat completions. */
export const chatSdk = generatedSdk('openai', async () => {
  const { OpenAI } = await import('openai');
  return (endpoint: OpenAIEndpoint, fetch) => {
    const { completions } = new OpenAI(clientOptions(endpoint, fetch)).chat;
    return (body: ChatBody, options) =>
      completions.create(toParams<ChatCompletionCreateParamsBase>(body), options);
  };
});

/** The same for the responses API. */
export const responsesSdk = generatedSdk('openai', async () => {
  const { OpenAI } = await import('openai');
  return (endpoint: OpenAIEndpoint, fetch) => {
    const { responses } = new OpenAI(clientOptions(endpoint, fetch));
    return (body: ResponsesBody, options) => responses.create(toParams<ResponseCreateParams>(body), options);
  };
});

function clientOptions(
  { baseUrl, apiKey, ownAccount }: OpenAIEndpoint,
  fetch: ClientRuntime['fetch'],
): ClientOptions {
  return {
    baseURL: baseUrl,
    // The SDK requires a key. Without one, the header is removed again.
    apiKey: apiKey ?? 'none',
    ...(apiKey === undefined && { defaultHeaders: { Authorization: null } }),
    adminAPIKey: null,
    // Otherwise the SDK reads both from the environment and sends them.
    ...(!ownAccount && { organization: null, project: null }),
    maxRetries: 0,
    fetch,
  };
}
