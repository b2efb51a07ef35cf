import { errorMessage, isToolwrightError, ToolwrightError } from '@toolwright/contract';
import type { ClientRuntime, HeaderSource } from '../client/config.js';
import { createRedactor, type Redactor, redactError } from '../faults/redact.js';
import { CallerHeaders } from './caller-headers.js';
import type { Sdk, SdkEndpoint, Send } from './sdk.js';
import { secretValues } from './secret-values.js';

export interface Connection<Body> {
  readonly redact: Redactor;
  readonly send: Send<Body>;
}

/** Creates an SDK's client on the first request, and again when the URL or the key changes. */
export class SdkConnector<Endpoint extends SdkEndpoint, Body> {
  readonly #sdk: Sdk<Endpoint, Body>;
  readonly #fetch: ClientRuntime['fetch'];
  readonly #headers: CallerHeaders | undefined;
  #last: { readonly endpoint: Endpoint; readonly connection: Connection<Body> } | undefined;

  constructor(sdk: Sdk<Endpoint, Body>, fetch: ClientRuntime['fetch'], headers?: HeaderSource) {
    this.#sdk = sdk;
    this.#headers = headers === undefined ? undefined : new CallerHeaders(headers);
    this.#fetch = this.#headers?.around(fetch) ?? fetch;
  }

  /** @throws ToolwrightError `MISSING_PACKAGE`, or `INVALID_CONFIG` if the SDK refuses the endpoint */
  async connect(endpoint: Endpoint): Promise<Connection<Body>> {
    const { baseUrl, apiKey } = endpoint;
    const last = this.#last;
    if (last?.endpoint.baseUrl === baseUrl && last.endpoint.apiKey === apiKey) return last.connection;
    const secrets = secretValues(new URLSearchParams(splitAddress(baseUrl).query));
    const redactKey = createRedactor(apiKey === undefined ? secrets : [apiKey, ...secrets]);
    const redact = (text: string) => redactKey(this.#headers?.redact(text) ?? text);
    const build = await this.#sdk.load();
    const connection = { redact, send: this.#build(build, endpoint, redact) };
    this.#last = { endpoint, connection };
    return connection;
  }

  #build(
    build: (endpoint: Endpoint, fetch: ClientRuntime['fetch']) => Send<Body>,
    endpoint: Endpoint,
    redact: Redactor,
  ): Send<Body> {
    try {
      const { path, query } = splitAddress(endpoint.baseUrl);
      return build(
        { ...endpoint, baseUrl: path },
        query === '' ? this.#fetch : withQuery(this.#fetch, query),
      );
    } catch (error) {
      if (isToolwrightError(error)) throw error;
      throw new ToolwrightError(
        'INVALID_CONFIG',
        `The ${this.#sdk.name} client could not be created for '${redact(endpoint.baseUrl)}': ${redact(errorMessage(error))}`,
        { blame: 'developer', hint: this.#sdk.hint, cause: redactError(error, redact) },
      );
    }
  }
}

/** Separates the query, and drops the fragment, which is never sent. */
function splitAddress(baseUrl: string): { readonly path: string; readonly query: string } {
  const [address = ''] = baseUrl.split('#', 1);
  const [path = ''] = address.split('?', 1);
  return { path, query: address.slice(path.length + 1) };
}

/** SDKs append their path to the URL of the server, so its query is added to the request. */
function withQuery(fetch: ClientRuntime['fetch'], query: string): ClientRuntime['fetch'] {
  return (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    for (const [name, value] of new URLSearchParams(query)) url.searchParams.set(name, value);
    return fetch(input instanceof Request ? new Request(url, input) : url, init);
  };
}
