import { errorMessage, isToolwrightError, ToolwrightError } from '@toolwright/contract';
import type { ClientRuntime } from '../client/config.js';
import { createRedactor, type Redactor, redactError } from '../faults/redact.js';
import type { Sdk, SdkEndpoint, Send } from './sdk.js';

export interface Connection<Body> {
  readonly redact: Redactor;
  readonly send: Send<Body>;
}

/** Creates an SDK's client on the first request, and again when the URL or the key changes. */
export class SdkConnector<Endpoint extends SdkEndpoint, Body> {
  readonly #sdk: Sdk<Endpoint, Body>;
  readonly #fetch: ClientRuntime['fetch'];
  #last: { readonly endpoint: Endpoint; readonly connection: Connection<Body> } | undefined;

  constructor(sdk: Sdk<Endpoint, Body>, fetch: ClientRuntime['fetch']) {
    this.#sdk = sdk;
    this.#fetch = fetch;
  }

  /** @throws ToolwrightError `MISSING_PACKAGE`, or `INVALID_CONFIG` if the SDK refuses the endpoint */
  async connect(endpoint: Endpoint): Promise<Connection<Body>> {
    const { baseUrl, apiKey } = endpoint;
    const last = this.#last;
    if (last?.endpoint.baseUrl === baseUrl && last.endpoint.apiKey === apiKey) return last.connection;
    const redact = createRedactor(apiKey === undefined ? [] : [apiKey]);
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
      return build(endpoint, this.#fetch);
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
