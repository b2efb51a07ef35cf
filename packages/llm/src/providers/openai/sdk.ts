import type { ClientOptions } from 'openai';
import type { ChatCompletionCreateParamsBase } from 'openai/resources/chat/completions';
import type { ResponseCreateParams } from 'openai/resources/responses/responses';
import { generatedSdk } from '../../sdk/generated-sdk.js';
import { loadFailure } from '../../sdk/load-package.js';
import type { SdkEndpoint, Sent } from '../../sdk/sdk.js';
import { builderOptions } from '../request-builder.js';

/** The endpoint of any OpenAI-compatible server. */
export interface OpenAIEndpoint extends SdkEndpoint {
  /** Whether the organization and project from the environment belong to this server. Default: false. */
  readonly ownAccount?: boolean;
}

/** A request body in OpenAI's protocol. Compatible servers may add their own members and values. */
export interface ChatBody {
  readonly model: string;
  readonly messages: readonly unknown[];
  readonly [member: string]: unknown;
}

/** The body that OpenAI itself accepts. */
export type OpenAIBody = Sent<ChatCompletionCreateParamsBase>;
export type ResponsesBody = Sent<ResponseCreateParams>;

export const chatSdk = generatedSdk<OpenAIEndpoint, ChatBody>('openai', '/chat/completions', loadClient);

export const responsesSdk = generatedSdk<OpenAIEndpoint, ResponsesBody>('openai', '/responses', loadClient);

async function loadClient() {
  const { OpenAI } = await import('openai').catch((error) => {
    throw loadFailure('openai', error);
  });
  return (endpoint: OpenAIEndpoint) => new OpenAI(clientOptions(endpoint));
}

function clientOptions({ baseUrl, apiKey, ownAccount }: OpenAIEndpoint): ClientOptions {
  return {
    ...builderOptions(),
    baseURL: baseUrl,
    // The SDK requires a key, so a placeholder is passed, and its header is removed.
    apiKey: apiKey ?? 'none',
    ...(apiKey === undefined && { defaultHeaders: { Authorization: null } }),
    adminAPIKey: null,
    // Otherwise, the SDK would read both from the environment and send them.
    ...(!ownAccount && { organization: null, project: null }),
  };
}
