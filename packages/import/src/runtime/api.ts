import { ApiError } from './api-error.js';
import { type Body, writeBody } from './body.js';
import {
  addCredentials,
  type BasicCredential,
  type Credential,
  type SecurityScheme,
  type Sent,
} from './credentials.js';
import { checkedBaseUrl, checkedHeaders } from './headers.js';
import { isRaw, type Pair, pairsOf, simpleText } from './parameters.js';
import { type ResultKind, readAny, readResult } from './read-answer.js';
import { sendRequest } from './send.js';

/** What a generated client takes. */
export interface ApiOptions<Auth = Readonly<Record<string, Credential | BasicCredential | undefined>>> {
  /** The address of the server, instead of that of the document. */
  readonly baseUrl?: string;
  /** The credentials, by the names of the document's security schemes. */
  readonly auth?: Auth;
  /** Sends the requests. Default: the platform's. */
  readonly fetch?: typeof fetch;
  /** Headers of each request. Like all of a request, they are not sent to servers that a redirect leads to. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The longest time of a request, with its answer. Default: that of `fetch`. */
  readonly timeoutMs?: number;
  /** The largest answer to read. Default: 100 MiB. */
  readonly maxBytes?: number;
  /**
   * What a number of an answer becomes that JavaScript would round, such as 9007199254740993: an error (default), because the types say
   * `number`, or a text of its digits.
   */
  readonly largeNumbers?: 'error' | 'text';
}

/** What a document says of its server. */
export interface ApiDescription {
  /** Undefined if the document names no whole address. */
  readonly baseUrl?: string;
  readonly schemes?: Readonly<Record<string, SecurityScheme>>;
}

type Parameters = Readonly<Record<string, unknown>>;

/** One call of an operation. Parameters are named as the server names them; undefined ones are not sent. */
export interface ApiRequest {
  readonly path?: Parameters;
  readonly query?: Parameters;
  readonly headers?: Parameters;
  readonly cookies?: Parameters;
  readonly body?: Body;
  /** The names of schemes that are needed together, for each way to authorize. */
  readonly security?: readonly (readonly string[])[];
  /** What the result is: parsed JSON, a text, bytes, or nothing. */
  readonly result?: ResultKind;
  /** The media type of the result. Default: `application/json` for JSON. */
  readonly accept?: string;
  /** The address of the server for this operation, unless the client was given one. */
  readonly baseUrl?: string;
  readonly signal?: AbortSignal | undefined;
}

/** Sends the requests of a generated client. */
export class Api {
  readonly #options: ApiOptions;
  readonly #description: ApiDescription;
  readonly #headers: Readonly<Record<string, string>>;

  /** @throws Error for an address or a header that cannot be sent */
  constructor(options: ApiOptions, description: ApiDescription) {
    this.#options = options;
    this.#description = description;
    if (options.baseUrl !== undefined) checkedBaseUrl('The client', options.baseUrl);
    this.#headers = checkedHeaders('The client', options.headers ?? {});
    for (const [name, value] of Object.entries(options.auth ?? {})) {
      if (typeof value === 'string') checkCredential(name, value);
    }
  }

  /**
   * Sends a request, and returns the result of a success.
   * @param path the template, such as `/pets/{id}`
   * @throws ApiError for every status but 2xx, and for an answer that is not what the document says
   */
  async request<Result>(method: string, path: string, request: ApiRequest = {}): Promise<Result> {
    const operation = `${method} ${path}`;
    const { auth = {}, fetch: send = fetch, timeoutMs, maxBytes = MAX_BYTES, largeNumbers } = this.#options;
    const { schemes = {} } = this.#description;
    const { body, contentType } = request.body === undefined ? {} : writeBody(operation, request.body);
    const sent: Sent = { headers: {}, query: [], cookies: [] };
    const { security = [], signal, result = 'json' } = request;
    await addCredentials(sent, operation, security, schemes, auth);
    const accept = request.accept ?? (result === 'json' ? 'application/json' : undefined);
    const headers = {
      ...(accept !== undefined && { accept }),
      ...(contentType !== undefined && { 'content-type': contentType }),
      ...this.#headers,
      ...this.#headerTexts(operation, request, sent),
    };
    const answer = await sendRequest(
      operation,
      this.#address(operation, path, request, sent),
      { method, headers: checkedHeaders(operation, headers), ...(body !== undefined && { body }) },
      { fetch: send, signal, timeoutMs, maxBytes, isSkipped: result === 'none' },
    );
    // The document says what the server returns.
    if (answer.isOk) return readResult(operation, answer, result, largeNumbers === 'text') as Result;
    throw new ApiError(operation, answer.status, readAny(answer), answer.headers);
  }

  #address(operation: string, template: string, request: ApiRequest, sent: Sent): string {
    const base = checkedBaseUrl(
      operation,
      this.#options.baseUrl ?? request.baseUrl ?? this.#description.baseUrl ?? '',
    );
    const { path = {}, query = {} } = request;
    const filled = template.replace(/\{([^{}]*)\}/g, (_whole, name: string) => {
      const value = Object.hasOwn(path, name) ? path[name] : undefined;
      const text = value === undefined ? '' : simpleText(operation, name, value, encodeURIComponent);
      if (text === '') refuse(operation, `the path parameter ${JSON.stringify(name)} must not be empty`);
      return text;
    });
    // Addresses also resolve dots that are escaped.
    if (filled.split('/').some((segment) => /^(?:\.|%2e){1,2}$/i.test(segment)))
      refuse(operation, 'a parameter of the path must not be "." or ".."');
    const pairs = pairsOf(operation, query, this.#keysIn('query')).map(([key, text, name]) =>
      pairText(key, text, isRaw(query[name])),
    );
    const all = [...pairs, ...sent.query.map(([name, text]) => pairText(name, text, false))];
    const mark = filled.includes('?') ? '&' : '?';
    // Anything else would continue the name of the host.
    return (
      (/^(?:\/|$)/.test(filled) ? base : `${base}/`) + filled + (all.length === 0 ? '' : mark + all.join('&'))
    );
  }

  #headerTexts(
    operation: string,
    { headers = {}, cookies = {} }: ApiRequest,
    sent: Sent,
  ): Record<string, string> {
    const texts = Object.entries(headers).flatMap(([name, value]) =>
      value === undefined
        ? []
        : [[name.toLowerCase(), simpleText(operation, name, value, (text) => text)] as const],
    );
    const pairs: readonly Pair[] = pairsOf(operation, cookies, this.#keysIn('cookie'));
    const cookie = [
      ...pairs.map(([key, value, name]) => [key === name ? key : encodeURIComponent(key), value] as const),
      ...sent.cookies,
    ].map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
    return {
      ...Object.fromEntries(texts),
      ...(cookie.length > 0 && { cookie: cookie.join('; ') }),
      ...sent.headers,
    };
  }

  /** The names of keys in a place, which no argument may send. */
  #keysIn(place: 'query' | 'cookie'): readonly string[] {
    return Object.values(this.#description.schemes ?? {}).flatMap((scheme) =>
      scheme.type === 'apiKey' && scheme.in === place ? [scheme.name] : [],
    );
  }
}

const MAX_BYTES = 100 * 1024 * 1024;

function refuse(operation: string, reason: string): never {
  throw new Error(`${operation}: ${reason}.`);
}

function checkCredential(name: string, value: string): void {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
  if (/[\u0000-\u001f\u007f]/.test(value.trim()))
    throw new Error(`auth[${JSON.stringify(name)}] must not have line breaks or control characters.`);
}

function pairText(name: string, value: string, raw: boolean): string {
  const text = raw ? encodeURI(value).replace(/[#&+]/g, encodeURIComponent) : encodeURIComponent(value);
  return `${encodeURIComponent(name)}=${text}`;
}
