import { errorMessage, isPlainObject, ToolwrightError } from '@toolwright/contract';
import { type ClientRuntime, type HeaderSource, invalidConfig } from '../client/config.js';
import { createRedactor, type Redactor, redactError } from '../faults/redact.js';
import { secretValues } from './secret-values.js';

/** The number of values that stay hidden, so that errors of concurrent calls hide their own, older tokens. */
const MAX_SECRETS = 100;

/** The headers that the caller adds to each request. They replace those of the SDK. */
export class CallerHeaders {
  readonly #source: HeaderSource;
  readonly #secrets = new Set<string>();
  #redact = createRedactor([]);

  /** @throws ToolwrightError `INVALID_CONFIG` for headers that cannot be read, or that HTTP does not allow */
  constructor(source: HeaderSource) {
    this.#source = source;
    if (typeof source !== 'function') this.#readObject(source);
  }

  around(fetch: ClientRuntime['fetch']): ClientRuntime['fetch'] {
    return async (input, init) => {
      const headers = new Headers(init?.headers);
      for (const [name, value] of await orAborted(this.#read(), init?.signal)) headers.set(name, value);
      return fetch(input, { ...init, headers });
    };
  }

  /** Hides the values of headers that were sent, except those of names such as `X-Title`. */
  readonly redact: Redactor = (text) => this.#redact(text);

  async #read(): Promise<Headers> {
    const source = this.#source;
    if (typeof source !== 'function') return this.#readObject(source);
    try {
      return this.#check(await source());
    } catch (error) {
      const message = `The function 'headers' of the client failed: ${this.redact(errorMessage(error))}`;
      const cause = redactError(error, this.redact);
      throw new ToolwrightError('CALLBACK_FAILED', message, { blame: 'developer', cause });
    }
  }

  #readObject(source: unknown): Headers {
    try {
      return this.#check(source);
    } catch (error) {
      const message = `The option 'headers' of the client is invalid: ${this.redact(errorMessage(error))}`;
      throw invalidConfig(
        message,
        "Pass an object such as { 'X-Title': 'Desk' }, or a function that returns one.",
      );
    }
  }

  /** Copies the headers. Of names that differ only in case, the last one wins. */
  #check(given: unknown): Headers {
    const isHeaders = Object.prototype.toString.call(given) === '[object Headers]';
    if (!isHeaders && !isPlainObject(given))
      throw new TypeError(`Expected a plain object or \`Headers\`, not ${kindOf(given)}.`);
    // `Headers` of any realm is a list of pairs.
    const entries = isHeaders ? [...(given as Headers)] : Object.entries(given as object);
    this.#hide(entries);
    const headers = new Headers();
    for (const [name, value] of entries) {
      if (typeof value !== 'string')
        throw new TypeError(`The header '${name}' is ${kindOf(value)}, not a string.`);
      try {
        headers.set(name, value);
      } catch {
        // Its own error would quote the value, which may be a key.
        throw new TypeError(
          `The header '${name}' contains characters that HTTP does not allow. Copy the value again: ASCII, without line breaks.`,
        );
      }
    }
    return headers;
  }

  #hide(entries: readonly (readonly [string, unknown])[]): void {
    const added = secretValues(entries).filter((value) => !this.#secrets.has(value));
    if (added.length === 0) return;
    for (const value of added) this.#secrets.add(value);
    for (const value of [...this.#secrets].slice(0, -MAX_SECRETS)) this.#secrets.delete(value);
    this.#redact = createRedactor([...this.#secrets]);
  }
}

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  return typeof value === 'object' ? Object.prototype.toString.call(value).slice(8, -1) : `a ${typeof value}`;
}

/** Stops waiting when the attempt ends, because a function may never settle. */
function orAborted<T>(work: Promise<T>, signal: AbortSignal | null | undefined): Promise<T> {
  if (!signal) return work;
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
