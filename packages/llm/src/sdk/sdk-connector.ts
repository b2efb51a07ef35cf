import { errorMessage, ToolwrightError } from '@toolwright/contract';
import type { ClientRuntime } from '../client/config.js';
import { createRedactor, type Redactor, redactError } from '../faults/redact.js';
import { loadPackage } from './load-package.js';
import { SdkRefusals } from './sdk-refusals.js';

export interface SdkEndpoint {
  readonly baseUrl: string;
  /** Undefined: no key is sent. */
  readonly apiKey: string | undefined;
}

export interface Connection<Sdk> {
  readonly redact: Redactor;
  /**
   * Sends one request and gives the raw response.
   * @throws ErrorReply for a status of 400 or more; the SDK's error where no response came
   */
  send(request: (sdk: Sdk) => { asResponse(): Promise<Response> }): Promise<Response>;
}

/** An official SDK: how it is loaded, and how its client is built. */
export interface SdkPackage<Module, Sdk, Endpoint extends SdkEndpoint> {
  /** Its name on npm. */
  readonly name: string;
  /** Must contain the literal `import('…')`, so that bundlers see it. */
  readonly load: () => Promise<Module>;
  readonly build: (module: Module, endpoint: Endpoint, fetch: ClientRuntime['fetch']) => Sdk;
}

/** Builds an SDK's client at the first request, and again only when address or key have changed. */
export class SdkConnector<Module, Sdk, Endpoint extends SdkEndpoint> {
  readonly #package: SdkPackage<Module, Sdk, Endpoint>;
  readonly #fetch: ClientRuntime['fetch'];
  #last: { readonly endpoint: Endpoint; readonly connection: Connection<Sdk> } | undefined;

  constructor(sdkPackage: SdkPackage<Module, Sdk, Endpoint>, fetch: ClientRuntime['fetch']) {
    this.#package = sdkPackage;
    this.#fetch = fetch;
  }

  /** @throws ToolwrightError `MISSING_PACKAGE`, or `INVALID_CONFIG` if the SDK refuses what it is given */
  async connect(endpoint: Endpoint): Promise<Connection<Sdk>> {
    const { baseUrl, apiKey } = endpoint;
    const last = this.#last;
    if (last?.endpoint.baseUrl === baseUrl && last.endpoint.apiKey === apiKey) return last.connection;
    const redact = createRedactor(apiKey === undefined ? [] : [apiKey]);
    const { name, load } = this.#package;
    const module = await loadPackage(name, load);
    const refusals = new SdkRefusals(this.#fetch);
    const sdk = this.#build(module, endpoint, refusals.fetch, redact);
    const connection: Connection<Sdk> = {
      redact,
      send: (request) =>
        request(sdk)
          .asResponse()
          .catch((error: unknown) => {
            throw refusals.explain(error);
          }),
    };
    this.#last = { endpoint, connection };
    return connection;
  }

  #build(module: Module, endpoint: Endpoint, fetch: ClientRuntime['fetch'], redact: Redactor): Sdk {
    const { name, build } = this.#package;
    try {
      return build(module, endpoint, fetch);
    } catch (error) {
      throw new ToolwrightError(
        'INVALID_CONFIG',
        `The ${name} client could not be built: ${redact(errorMessage(error))}`,
        { blame: 'developer', cause: redactError(error, redact) },
      );
    }
  }
}
