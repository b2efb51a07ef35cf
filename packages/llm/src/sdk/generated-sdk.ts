import { LONGEST_TIMER_MS } from '@toolwright/contract';
import { acceptResponse } from './accept-response.js';
import { requestNotMade } from './request-not-made.js';
import type { Sdk, SdkEndpoint } from './sdk.js';

/** The part of an SDK's client that builds requests. */
interface RequestBuilder {
  buildRequest(options: RequestOptions): Promise<BuiltRequest>;
}

interface BuiltRequest {
  readonly url: string;
  readonly req: RequestInit;
}

interface RequestOptions {
  readonly method: 'post';
  readonly path: string;
  readonly body: unknown;
  readonly stream: boolean;
  readonly signal: AbortSignal;
  /** The timeout in milliseconds, for a header of the request. */
  readonly timeout: number;
  readonly headers?: Record<string, string>;
}

/**
 * Adapts an SDK from the generator that `openai`, `groq-sdk` and `@anthropic-ai/sdk` share. The SDK only builds the request and the client
 * sends it, because the client has its own retries, time limits and errors. See docs/decisions/0024-sdks-only-build-requests.md.
 * @param path the endpoint's path after the SDK's base address
 */
export function generatedSdk<Endpoint extends SdkEndpoint, Body>(
  name: string,
  path: string,
  load: () => Promise<(endpoint: Endpoint) => RequestBuilder>,
): Sdk<Endpoint, Body> {
  return {
    name,
    async load() {
      const create = await load();
      return (endpoint, fetch) => {
        const builder = create(endpoint);
        return async (body, { signal, stream, totalMs, headers }) => {
          const timeout = Math.ceil(Math.min(totalMs + 1000, LONGEST_TIMER_MS));
          const request = {
            method: 'post',
            path,
            body,
            stream,
            signal,
            timeout,
            ...(headers && { headers }),
          } as const;
          const { url, req } = await build(builder, request);
          return acceptResponse(await fetch(url, { ...req, method: 'POST' }));
        };
      };
    },
  };
}

/** @throws ToolwrightError `BAD_REQUEST` */
async function build(builder: RequestBuilder, options: RequestOptions): Promise<BuiltRequest> {
  try {
    return await builder.buildRequest(options);
  } catch (error) {
    throw requestNotMade(error);
  }
}
