import { writeAddress } from './address.js';
import { ApiError } from './api-error.js';
import { type Body, writeBody } from './body.js';
import {
  addCredentials,
  type BasicCredential,
  type Credential,
  type SecurityScheme,
  type Sent,
} from './credentials.js';
import { Deadline } from './deadline.js';
import { checkedBaseUrl, checkedHeaders, writeHeaders } from './headers.js';
import { unsentBy } from './media-kind.js';
import type { Parameters } from './parameters.js';
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
  /** Headers of each request, which take precedence over arguments. Like all of a request, they are not sent to servers that a redirect leads to. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The longest time of a request, with functions of `auth` and its answer. Default: that of `fetch`. */
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
  /** Whether a success may have no content where the result is JSON; it gives null. */
  readonly mayBeEmpty?: boolean;
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
    for (const name of ['timeoutMs', 'maxBytes'] as const) {
      const { [name]: value = 1 } = options;
      if (typeof value !== 'number' || !(value > 0))
        throw new Error(`The client needs ${name} to be a positive number; got ${value}.`);
    }
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
    const unsent = unsentBy(method, body !== undefined);
    if (unsent !== undefined && this.#options.fetch === undefined)
      throw new Error(`${operation}: ${unsent}. Pass a \`fetch\` that does.`);
    const sent: Sent = { headers: {}, query: [], cookies: [] };
    const { security = [], signal, result = 'json', mayBeEmpty = false } = request;
    const deadline = new Deadline(signal, timeoutMs);
    await addCredentials(sent, operation, security, schemes, auth, deadline);
    const accept = request.accept ?? (result === 'json' ? 'application/json' : undefined);
    const headers = {
      ...(accept !== undefined && { accept }),
      ...(contentType !== undefined && { 'content-type': contentType }),
      ...writeHeaders(operation, request, this.#headers, sent, this.#keysIn('cookie')),
      // Without its boundary, no server reads a form.
      ...(contentType?.startsWith('multipart/') === true && { 'content-type': contentType }),
    };
    const given = this.#options.baseUrl ?? request.baseUrl ?? this.#description.baseUrl ?? '';
    const base = checkedBaseUrl(operation, given);
    const answer = await sendRequest(
      operation,
      writeAddress(operation, base, path, request, sent.query, this.#keysIn('query')),
      { method, headers: checkedHeaders(operation, headers), ...(body !== undefined && { body }) },
      { fetch: send, deadline, maxBytes, isSkipped: result === 'none' },
    );
    const keepsDigits = largeNumbers === 'text';
    // The document says what the server returns.
    if (answer.isOk) return readResult(operation, answer, result, { keepsDigits, mayBeEmpty }) as Result;
    throw new ApiError(operation, answer.status, readAny(answer), answer.headers);
  }

  /** The names of keys in a place, which no argument may send. */
  #keysIn(place: 'query' | 'cookie'): readonly string[] {
    return Object.values(this.#description.schemes ?? {}).flatMap((scheme) =>
      scheme.type === 'apiKey' && scheme.in === place ? [scheme.name] : [],
    );
  }
}

const MAX_BYTES = 100 * 1024 * 1024;

function checkCredential(name: string, value: string): void {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
  if (/[\u0000-\u001f\u007f]/.test(value.trim()))
    throw new Error(`auth[${JSON.stringify(name)}] must not have line breaks or control characters.`);
}
