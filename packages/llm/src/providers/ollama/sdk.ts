import type { ChatRequest } from 'ollama';
import { captureResponse } from '../../sdk/capture-response.js';
import { importOllama } from '../../sdk/optional-sdks.js';
import { type Sdk, type Sent, toParams } from '../../sdk/sdk.js';
import type { OllamaEndpoint } from './endpoint.js';

export type OllamaBody = Sent<ChatRequest>;

/**
 * The official SDK, used only to send requests. The client itself reads the replies, because the SDK would skip lines that are not
 * JSON, print to the console, and ignore the signal.
 */
export const ollamaSdk: Sdk<OllamaEndpoint, OllamaBody> = {
  name: 'ollama',
  hint: 'Pass a URL like http://127.0.0.1:11434 as baseUrl, or set OLLAMA_HOST.',
  async load() {
    const { Ollama } = await importOllama();
    return ({ baseUrl, apiKey }, fetch) => {
      const headers = apiKey === undefined ? {} : { Authorization: `Bearer ${apiKey}` };
      const connect = (used: typeof fetch) => new Ollama({ host: baseUrl, headers, fetch: used });
      // Throws for an invalid URL before anything is sent.
      connect(fetch);
      return (body, { signal, stream }) =>
        captureResponse(
          (input, init) => fetch(input, { ...init, signal }),
          (capture) => {
            // The SDK modifies messages. On the next attempt, it would treat encoded images as file names.
            const messages = (body.messages ?? []).map((message) => ({ ...message }));
            const request = toParams<ChatRequest>({ ...body, messages });
            const sdk = connect(capture);
            return stream ? sdk.chat({ ...request, stream }) : sdk.chat({ ...request, stream });
          },
        );
    };
  },
};
