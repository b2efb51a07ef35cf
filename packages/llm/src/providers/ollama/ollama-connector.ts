import { errorMessage, isToolwrightError, ToolwrightError } from '@toolwright/contract';
import type { Config, Ollama } from 'ollama';
import type { ClientRuntime } from '../../client/config.js';
import { ErrorReply } from '../../faults/fault.js';
import { jsonOrText } from '../../faults/json-or-text.js';
import { createRedactor, type Redactor, redactError } from '../../faults/redact.js';
import { loadPackage } from '../../sdk/load-package.js';
import type { OllamaEndpoint } from './resolve-endpoint.js';

export interface OllamaConnection {
  readonly redact: Redactor;
  /**
   * Sends one request and gives the raw response.
   * @throws ErrorReply for a status of 400 or more; the error of `fetch` where no response came
   */
  send(body: Record<string, unknown>, signal: AbortSignal): Promise<Response>;
}

interface OllamaModule {
  readonly Ollama: new (config: Partial<Config>) => Ollama;
}

export type LoadOllama = () => Promise<OllamaModule>;

/**
 * Sends requests through the official `ollama` SDK, which is loaded with the first one. The SDK makes the request; the reply is
 * read by us: the SDK passes over lines that are not JSON, prints to the console, and takes no signal.
 */
export async function connectOllama(
  { host, apiKey }: OllamaEndpoint,
  fetch: ClientRuntime['fetch'],
  load: LoadOllama = () => import('ollama'),
): Promise<OllamaConnection> {
  const redact = createRedactor(apiKey === undefined ? [] : [apiKey]);
  const { Ollama } = await loadPackage('ollama', load);
  const headers = apiKey === undefined ? {} : { Authorization: `Bearer ${apiKey}` };
  // Tried here, so that an address that is none is found before anything is sent.
  build(Ollama, { host, headers, fetch }, redact);
  return {
    redact,
    async send(body, signal) {
      let response: Response | undefined;
      const sdk = new Ollama({
        host,
        headers,
        fetch: async (input, init) => {
          response = await fetch(input, { ...init, signal });
          if (response.status >= 400) throw await toErrorReply(response);
          // For the SDK to read instead.
          return new Response('{}');
        },
      });
      // The SDK writes into messages, and would take images that it has encoded for names of files at the next attempt.
      const messages = Array.isArray(body.messages) ? body.messages.map((message) => ({ ...message })) : [];
      // encodeOllamaRequest makes the body; it may hold parameters that the SDK's types do not know.
      await sdk.chat({ ...body, messages } as never);
      if (response === undefined) throw new Error('The SDK sent no request.');
      return response;
    },
  };
}

function build(Ollama: OllamaModule['Ollama'], config: Partial<Config>, redact: Redactor): void {
  try {
    new Ollama(config);
  } catch (error) {
    if (isToolwrightError(error)) throw error;
    throw new ToolwrightError(
      'INVALID_CONFIG',
      `The ollama client could not be built for '${redact(String(config.host))}': ${redact(errorMessage(error))}`,
      {
        blame: 'developer',
        hint: 'Give an address like http://127.0.0.1:11434 as baseUrl or in OLLAMA_HOST.',
        cause: redactError(error, redact),
      },
    );
  }
}

async function toErrorReply(response: Response): Promise<ErrorReply> {
  const text = await response.text();
  return new ErrorReply(response.status, jsonOrText(text), response.headers);
}
