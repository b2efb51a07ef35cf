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
    const refusals: Refusals = new WeakMap();
    const sdk = build(OpenAI, clientOptions(endpoint, keepRefusals(this.#fetch, refusals)), redact);
    this.#last = { endpoint, redact, send: (body, options) => send(sdk, refusals, body, options) };
    return this.#last;
  }
}

/** The text of refusals by the headers that came with it: these are in the SDK's error as well. */
type Refusals = WeakMap<object, string>;

/** The SDK keeps only the member `error` of a refusal; what other servers say elsewhere would be lost. */
function keepRefusals(fetch: ClientRuntime['fetch'], refusals: Refusals): ClientRuntime['fetch'] {
  return async (input, init) => {
    const response = await fetch(input, init);
    if (response.status < 400) return response;
    const text = await response.text();
    const { status, statusText, headers } = response;
    const copy = new Response(text, { status, statusText, headers });
    refusals.set(copy.headers, text);
    return copy;
  };
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

async function send(
  sdk: OpenAI,
  refusals: Refusals,
  body: Record<string, unknown>,
  options: SendOptions,
): Promise<Response> {
  try {
    // encodeRequest makes the body; it may hold parameters of servers that the SDK's types do not know.
    const params = body as never;
    return await sdk.chat.completions.create(params, { ...options, maxRetries: 0 }).asResponse();
  } catch (error) {
    throw toSendError(error, refusals);
  }
}

/** Tells the three kinds of the SDK's errors apart: a status, no connection, a request that could not be made. */
function toSendError(error: unknown, refusals: Refusals): unknown {
  if (!isErrorLike(error) || isToolwrightError(error)) return error;
  if (!('status' in error)) {
    return new ToolwrightError('BAD_REQUEST', `The request could not be made: ${error.message}`, {
      blame: 'developer',
      cause: error,
    });
  }
  if (typeof error.status !== 'number') return error;
  const headers = 'headers' in error && isHeaders(error.headers) ? error.headers : undefined;
  const text = headers && refusals.get(headers);
  return new ErrorReply(error.status, text === undefined ? error.message : jsonOrText(text), headers);
}

/** Not by `instanceof`: a `fetch` of another package has its own class of headers. */
function isHeaders(value: unknown): value is Pick<Headers, 'get'> {
  return typeof value === 'object' && value !== null && 'get' in value && typeof value.get === 'function';
}

function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Proxies refuse with pages of HTML, which are shown as they are.
    return text;
  }
}
