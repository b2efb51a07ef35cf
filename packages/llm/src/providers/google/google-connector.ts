import type {
  GenerateContentConfig,
  GenerateContentParameters,
  GoogleGenAI,
  GoogleGenAIOptions,
} from '@google/genai';
import { errorMessage, ToolwrightError } from '@toolwright/contract';
import type { ClientRuntime } from '../../client/config.js';
import { createRedactor, type Redactor, redactError } from '../../faults/redact.js';
import type { KeyedEndpoint } from '../../sdk/keyed-endpoint.js';
import { loadPackage } from '../../sdk/load-package.js';
import { captureResponse } from './capture-response.js';

export type Parameters = GenerateContentParameters & { readonly config: GenerateContentConfig };

export interface GoogleConnection {
  readonly redact: Redactor;
  /**
   * Sends one request and gives the raw response.
   * @throws ErrorReply for a status of 400 or more; what `fetch` throws where no response came; ToolwrightError `BAD_REQUEST`
   */
  send(parameters: Parameters, stream: boolean, signal: AbortSignal): Promise<Response>;
}

interface GoogleModule {
  readonly GoogleGenAI: new (options: GoogleGenAIOptions) => GoogleGenAI;
}

/** Builds the SDK's client at the first request, and again only when address or key have changed. */
export class GoogleConnector {
  readonly #fetch: ClientRuntime['fetch'];
  readonly #load: () => Promise<GoogleModule>;
  #last: { readonly endpoint: KeyedEndpoint; readonly connection: GoogleConnection } | undefined;

  constructor(
    fetch: ClientRuntime['fetch'],
    load: () => Promise<GoogleModule> = () => import('@google/genai'),
  ) {
    this.#fetch = fetch;
    this.#load = load;
  }

  /** @throws ToolwrightError `MISSING_PACKAGE`, or `INVALID_CONFIG` if the SDK refuses what it is given */
  async connect(endpoint: KeyedEndpoint): Promise<GoogleConnection> {
    const last = this.#last;
    if (last?.endpoint.baseUrl === endpoint.baseUrl && last.endpoint.apiKey === endpoint.apiKey)
      return last.connection;
    const redact = createRedactor([endpoint.apiKey]);
    const { GoogleGenAI } = await loadPackage('@google/genai', this.#load);
    const { models } = build(GoogleGenAI, endpoint, redact);
    const connection: GoogleConnection = {
      redact,
      send: (parameters, stream, signal) =>
        captureResponse(this.#fetch, stream, (fetch) => {
          const { config } = parameters;
          const httpOptions = { ...config.httpOptions, fetch };
          const request = { ...parameters, config: { ...config, abortSignal: signal, httpOptions } };
          return stream ? models.generateContentStream(request) : models.generateContent(request);
        }),
    };
    this.#last = { endpoint, connection };
    return connection;
  }
}

function build(
  GoogleGenAI: GoogleModule['GoogleGenAI'],
  { baseUrl, apiKey }: KeyedEndpoint,
  redact: Redactor,
): GoogleGenAI {
  // A version at the end of the address is not added once more.
  const versioned = /\/v\d\w*\/?$/.test(baseUrl);
  try {
    return new GoogleGenAI({
      apiKey,
      // Else the environment may turn it to another service, which wants other credentials.
      vertexai: false,
      ...(versioned && { apiVersion: '' }),
      httpOptions: { baseUrl },
    });
  } catch (error) {
    throw new ToolwrightError(
      'INVALID_CONFIG',
      `The @google/genai client could not be built: ${redact(errorMessage(error))}`,
      { blame: 'developer', cause: redactError(error, redact) },
    );
  }
}
