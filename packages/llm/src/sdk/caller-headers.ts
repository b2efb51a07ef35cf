import { errorMessage, isSecretName, ToolwrightError } from '@toolwright/contract';
import { type ClientRuntime, type HeaderSource, invalidConfig } from '../client/config.js';
import { createRedactor, type Redactor } from '../faults/redact.js';

/** The headers that the caller adds to each request. They replace those of the SDK. */
export class CallerHeaders {
  readonly #source: HeaderSource;
  #redact: Redactor = (text) => text;

  /** @throws ToolwrightError `INVALID_CONFIG` for a header that HTTP does not allow */
  constructor(source: HeaderSource) {
    this.#source = source;
    if (typeof source !== 'function') this.#check(source);
  }

  around(fetch: ClientRuntime['fetch']): ClientRuntime['fetch'] {
    return async (input, init) => {
      const headers = new Headers(init?.headers);
      for (const [name, value] of await this.#read()) headers.set(name, value);
      return fetch(input, { ...init, headers });
    };
  }

  /** Hides the secrets among the headers that were sent last: the values of names such as `api-key`. */
  readonly redact: Redactor = (text) => this.#redact(text);

  async #read(): Promise<Headers> {
    const source = this.#source;
    if (typeof source !== 'function') return new Headers(source);
    try {
      return this.#check(await source());
    } catch (error) {
      const message = `The function 'headers' of the client failed: ${errorMessage(error)}`;
      throw new ToolwrightError('CALLBACK_FAILED', message, { blame: 'developer', cause: error });
    }
  }

  #check(given: Readonly<Record<string, string>>): Headers {
    const hidden = Object.entries(given).filter(([name]) => isSecretName(name));
    this.#redact = createRedactor(hidden.map(([, value]) => value.replace(/^(?:Bearer|Basic) /i, '')));
    const headers = new Headers();
    for (const [name, value] of Object.entries(given)) {
      try {
        headers.set(name, value);
      } catch {
        // Its own error would quote the value, which may be a key.
        const message = `The header '${name}' of the client contains characters that HTTP does not allow.`;
        throw invalidConfig(message, 'Copy the value again: ASCII, without line breaks.');
      }
    }
    return headers;
  }
}
