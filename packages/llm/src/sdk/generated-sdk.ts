import { isToolwrightError, ToolwrightError, textStart } from '@toolwright/contract';
import type { ClientRuntime } from '../client/config.js';
import { ErrorReply } from '../faults/fault.js';
import { jsonOrText } from '../faults/json-or-text.js';
import { isErrorLike } from '../faults/redact.js';
import type { Sdk, SdkEndpoint } from './sdk.js';

/** The options of a request that `openai`, `groq-sdk` and `@anthropic-ai/sdk` share. */
interface RequestOptions {
  readonly signal: AbortSignal;
  readonly timeout: number;
  readonly maxRetries: number;
  readonly headers?: Record<string, string>;
}

type Create<Body> = (body: Body, options: RequestOptions) => { asResponse(): Promise<Response> };

/** Adapts an SDK from the generator that `openai`, `groq-sdk` and `@anthropic-ai/sdk` share. */
export function generatedSdk<Endpoint extends SdkEndpoint, Body>(
  name: string,
  load: () => Promise<(endpoint: Endpoint, fetch: ClientRuntime['fetch']) => Create<Body>>,
): Sdk<Endpoint, Body> {
  return {
    name,
    async load() {
      const build = await load();
      return (endpoint, fetch) => {
        const refusals = new Refusals(fetch);
        const create = build(endpoint, refusals.fetch);
        return (body, { signal, totalMs, headers }) => {
          // The client retries and times out itself. The SDK's timeout is later, because the client's error is better.
          const timeout = Math.ceil(Math.min(totalMs + 1000, 2 ** 31 - 1));
          const options = { signal, timeout, maxRetries: 0, ...(headers && { headers }) };
          return create(body, options)
            .asResponse()
            .catch((error: unknown) => {
              throw refusals.explain(error);
            });
        };
      };
    },
  };
}

/** The length of a refusal that the SDK sees. The client reads the whole text. */
const SHOWN_TO_SDK = 4_000;

/** Keeps the whole text of each refusal, because the SDKs keep only its member `error`. */
class Refusals {
  /** For the SDK. */
  readonly fetch: ClientRuntime['fetch'];
  /** By response headers, which the SDK's error contains as well. */
  readonly #texts = new WeakMap<object, string>();

  constructor(fetch: ClientRuntime['fetch']) {
    this.fetch = async (input, init) => {
      const response = await fetch(input, init);
      if (response.status < 400) return response;
      const text = await response.text();
      const { status, statusText, headers } = response;
      // SDKs serialize the body again, which overflows the stack for deeply nested values.
      const copy = new Response(textStart(text, SHOWN_TO_SDK), { status, statusText, headers });
      this.#texts.set(copy.headers, text);
      return copy;
    };
  }

  /** Distinguishes a status (ErrorReply), a lost connection (the error itself), and a request that could not be built. */
  explain(error: unknown): unknown {
    if (!isErrorLike(error) || isToolwrightError(error)) return error;
    if (!('status' in error)) {
      return new ToolwrightError('BAD_REQUEST', `The request could not be made: ${error.message}`, {
        blame: 'developer',
        cause: error,
      });
    }
    if (typeof error.status !== 'number') return error;
    const headers = 'headers' in error && isHeaders(error.headers) ? error.headers : undefined;
    const text = headers && this.#texts.get(headers);
    return new ErrorReply(error.status, text === undefined ? error.message : jsonOrText(text), headers);
  }
}

/** `instanceof` would fail for the headers class of another package's `fetch`. */
function isHeaders(value: unknown): value is Pick<Headers, 'get'> {
  return typeof value === 'object' && value !== null && 'get' in value && typeof value.get === 'function';
}
