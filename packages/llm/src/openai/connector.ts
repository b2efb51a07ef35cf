import { errorMessage, isToolwrightError, ToolwrightError } from '@toolwright/contract';
import type { ClientOptions, OpenAI } from 'openai';
import type { ClientRuntime } from '../config.js';
import { ErrorReply } from '../fault.js';
import { loadPackage } from '../load-package.js';
import { createRedactor, isErrorLike, type Redactor, redactError } from '../redact.js';
import type { Endpoint } from './resolve-endpoint.js';

export interface Connection {
  readonly endpoint: Endpoint;
  readonly redact: Redactor;
  /**
   * Sends one request and gives the raw response.
   * @throws ErrorReply for a status of 400 or more; the SDK's error where no response came
   */
  send(body: Record<string, unknown>, options: SendOptions): Promise<Response>;
}

export interface SendOptions {
  readonly signal: AbortSignal;
  /** In milliseconds. */
  readonly timeout: number;
}

interface Sdk {
  readonly OpenAI: new (options: ClientOptions) => OpenAI;
}

/** Builds the SDK's client at the first request, and again only when address or key have changed. */
export class Connector {
  readonly #fetch: ClientRuntime['fetch'];
  readonly #load: () => Promise<Sdk>;
  #last: Connection | undefined;

  constructor(fetch: ClientRuntime['fetch'], load: () => Promise<Sdk> = () => import('openai')) {
    this.#fetch = fetch;
    this.#load = load;
  }

  /** @throws ToolwrightError `MISSING_PACKAGE`, or `INVALID_CONFIG` if the SDK refuses what it is given */
  async connect(endpoint: Endpoint): Promise<Connection> {
    const { baseUrl, apiKey } = endpoint;
    const last = this.#last;
    if (last?.endpoint.baseUrl === baseUrl && last.endpoint.apiKey === apiKey) return last;
    const redact = createRedactor(apiKey === undefined ? [] : [apiKey]);
    const { OpenAI } = await loadPackage('openai', this.#load);
    const sdk = build(OpenAI, clientOptions(endpoint, this.#fetch), redact);
    this.#last = { endpoint, redact, send: (body, options) => send(sdk, body, options) };
    return this.#last;
  }
}

function build(OpenAI: Sdk['OpenAI'], options: ClientOptions, redact: Redactor): OpenAI {
  try {
    return new OpenAI(options);
  } catch (error) {
    throw new ToolwrightError(
      'INVALID_CONFIG',
      `The openai client could not be built: ${redact(errorMessage(error))}`,
      { blame: 'developer', cause: redactError(error, redact) },
    );
  }
}

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

async function send(sdk: OpenAI, body: Record<string, unknown>, options: SendOptions): Promise<Response> {
  try {
    // encodeRequest makes the body; it may hold parameters of servers that the SDK's types do not know.
    const params = body as never;
    return await sdk.chat.completions.create(params, { ...options, maxRetries: 0 }).asResponse();
  } catch (error) {
    throw toSendError(error);
  }
}

/** Tells the three kinds of the SDK's errors apart: a status, no connection, a request that could not be made. */
function toSendError(error: unknown): unknown {
  if (!isErrorLike(error) || isToolwrightError(error)) return error;
  if (!('status' in error)) {
    return new ToolwrightError('BAD_REQUEST', `The request could not be made: ${error.message}`, {
      blame: 'developer',
      cause: error,
    });
  }
  if (typeof error.status !== 'number') return error;
  const body = 'error' in error && error.error !== undefined ? error.error : error.message;
  return new ErrorReply(error.status, body, 'headers' in error ? toHeaders(error.headers) : undefined);
}

function toHeaders(value: unknown): Pick<Headers, 'get'> | undefined {
  if (typeof value !== 'object' || value === null || !('get' in value)) return undefined;
  // Not `instanceof`: a `fetch` of another package has its own class of headers.
  return typeof value.get === 'function' ? (value as Pick<Headers, 'get'>) : undefined;
}
