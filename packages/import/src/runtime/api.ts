import { ApiError } from './api-error.js';
import { type Body, isJsonType, writeBody } from './body.js';
import {
  addCredentials,
  type BasicCredential,
  type Credential,
  type SecurityScheme,
  type Sent,
} from './credentials.js';
import { isRaw, queryPairs, simpleText } from './parameters.js';

/** What a generated client takes. */
export interface ApiOptions<Auth = Readonly<Record<string, Credential | BasicCredential | undefined>>> {
  /** The address of the server, instead of that of the document. */
  readonly baseUrl?: string;
  /** The credentials, by the names of the document's security schemes. */
  readonly auth?: Auth;
  /** Sends the requests. Default: the platform's. */
  readonly fetch?: typeof fetch;
  /** Headers of each request. */
  readonly headers?: Readonly<Record<string, string>>;
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
  readonly result?: 'json' | 'text' | 'bytes' | 'none';
  /** The address of the server for this operation, unless the client was given one. */
  readonly baseUrl?: string;
  readonly signal?: AbortSignal | undefined;
}

/** Sends the requests of a generated client. */
export class Api {
  readonly #options: ApiOptions;
  readonly #description: ApiDescription;

  constructor(options: ApiOptions, description: ApiDescription) {
    this.#options = options;
    this.#description = description;
  }

  /**
   * Sends a request, and returns the result of a success.
   * @param path the template, such as `/pets/{id}`
   * @throws ApiError for every status but 2xx, and for an answer that is not JSON where the document says so
   */
  async request<Result>(method: string, path: string, request: ApiRequest = {}): Promise<Result> {
    const operation = `${method} ${path}`;
    const { auth = {}, headers = {}, fetch: send = fetch } = this.#options;
    const { body, contentType } = request.body === undefined ? {} : writeBody(request.body);
    const sent: Sent = { headers: {}, query: [], cookies: [] };
    const { security = [], signal = null } = request;
    await addCredentials(sent, operation, security, this.#description.schemes ?? {}, auth);
    const { result = 'json' } = request;
    const response = await send(this.#address(operation, path, request, sent), {
      method,
      signal,
      headers: {
        ...(result === 'json' && { accept: 'application/json' }),
        ...(contentType !== undefined && { 'content-type': contentType }),
        ...lowerCase(headers),
        ...headerTexts(request, sent),
      },
      ...(body !== undefined && { body }),
      // A server that is redirected to must not get the credentials.
      ...(Object.keys(sent.headers).length + sent.query.length + sent.cookies.length > 0 && {
        redirect: 'manual',
      }),
    });
    // The document says what the server returns.
    if (response.ok) return (await readResult(operation, response, result)) as Result;
    throw new ApiError(operation, response.status, await readAny(response), response.headers);
  }

  #address(operation: string, template: string, request: ApiRequest, sent: Sent): string {
    const base = this.#options.baseUrl ?? request.baseUrl ?? this.#description.baseUrl;
    if (base === undefined)
      throw new Error(`${operation} needs baseUrl: the document names no whole address.`);
    const { path = {}, query = {} } = request;
    const filled = template.replace(/\{([^{}]*)\}/g, (whole, name: string) => {
      const value = Object.hasOwn(path, name) ? path[name] : undefined;
      return value === undefined ? whole : segment(simpleText(name, value, encodeURIComponent));
    });
    const pairs = Object.entries(query).flatMap(([name, value]) =>
      queryPairs(name, value).map(([key, text]) => pairText(key, text, isRaw(value))),
    );
    const all = [...pairs, ...sent.query.map(([name, text]) => pairText(name, text, false))];
    const mark = filled.includes('?') ? '&' : '?';
    return base.replace(/\/+$/, '') + filled + (all.length === 0 ? '' : mark + all.join('&'));
  }
}

/** A segment of dots would lead to another path. */
function segment(text: string): string {
  return /^\.{1,2}$/.test(text) ? text.replaceAll('.', '%2E') : text;
}

function pairText(name: string, value: string, raw: boolean): string {
  const text = raw ? encodeURI(value).replace(/[#&+]/g, encodeURIComponent) : encodeURIComponent(value);
  return `${encodeURIComponent(name)}=${text}`;
}

function headerTexts({ headers = {}, cookies = {} }: ApiRequest, sent: Sent): Record<string, string> {
  const texts = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name.toLowerCase(), simpleText(name, value, (text) => text)] as const],
  );
  const pairs = Object.entries(cookies).flatMap(([name, value]) => queryPairs(name, value));
  const cookie = [...pairs, ...sent.cookies]
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('; ');
  return { ...Object.fromEntries(texts), ...(cookie !== '' && { cookie }), ...sent.headers };
}

function lowerCase(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

async function readResult(operation: string, response: Response, result: string): Promise<unknown> {
  if (result === 'none') {
    await response.body?.cancel();
    return undefined;
  }
  if (result === 'bytes') return new Uint8Array(await response.arrayBuffer());
  const text = await response.text();
  if (result === 'text') return text;
  if (text === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    const type = response.headers.get('content-type') ?? 'no content type';
    throw new ApiError(
      `${operation}: the answer is ${type} and not JSON; it`,
      response.status,
      text,
      response.headers,
    );
  }
}

async function readAny(response: Response): Promise<unknown> {
  const text = await response.text();
  if (text === '') return null;
  if (!isJsonType(response.headers.get('content-type') ?? '')) return text;
  try {
    return JSON.parse(text);
  } catch {
    // The server claims more than it keeps; its text says what is wrong.
    return text;
  }
}
