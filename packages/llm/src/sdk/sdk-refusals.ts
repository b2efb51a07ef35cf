import { isToolwrightError, ToolwrightError, textStart } from '@toolwright/contract';
import type { ClientRuntime } from '../client/config.js';
import { ErrorReply } from '../faults/fault.js';
import { jsonOrText } from '../faults/json-or-text.js';
import { isErrorLike } from '../faults/redact.js';

/** What of a refusal the SDKs get to see; it is read from the whole text. */
const SHOWN_TO_SDK = 4_000;

/**
 * Errors of the SDKs that are generated alike (openai, groq-sdk, @anthropic-ai/sdk), told apart. The SDKs keep only the member
 * `error` of a refusal, so its text is kept here: what other servers say elsewhere would be lost.
 */
export class SdkRefusals {
  /** For the SDK to use. */
  readonly fetch: ClientRuntime['fetch'];
  /** By the headers that came with them: these are in the SDK's error as well. */
  readonly #texts = new WeakMap<object, string>();

  constructor(fetch: ClientRuntime['fetch']) {
    this.fetch = async (input, init) => {
      const response = await fetch(input, init);
      if (response.status < 400) return response;
      const text = await response.text();
      const { status, statusText, headers } = response;
      // SDKs write the body out again, which overflows the stack where its values are nested deeply.
      const copy = new Response(textStart(text, SHOWN_TO_SDK), { status, statusText, headers });
      this.#texts.set(copy.headers, text);
      return copy;
    };
  }

  /** Three kinds: a status (ErrorReply), no connection (the error itself), a request that could not be made. */
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

/** Not by `instanceof`: a `fetch` of another package has its own class of headers. */
function isHeaders(value: unknown): value is Pick<Headers, 'get'> {
  return typeof value === 'object' && value !== null && 'get' in value && typeof value.get === 'function';
}
