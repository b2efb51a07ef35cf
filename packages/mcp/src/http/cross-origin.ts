import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * Allows the page that sent a request to read the response. The caller has already checked the origin.
 * @see https://fetch.spec.whatwg.org/#http-cors-protocol
 */
export function allowReading({ headers: { origin } }: IncomingMessage, response: ServerResponse): void {
  response.setHeader('Vary', 'Origin');
  if (origin === undefined) return;
  response.setHeader('Access-Control-Allow-Origin', origin);
  response.setHeader('Access-Control-Expose-Headers', EXPOSED);
}

/** Answers a CORS preflight request. @returns false for any other request */
export function answerPreflight({ method, headers }: IncomingMessage, response: ServerResponse): boolean {
  if (method !== 'OPTIONS' || headers.origin === undefined) return false;
  if (headers['access-control-request-method'] === undefined) return false;
  const requested = String(headers['access-control-request-headers'] ?? '');
  response.writeHead(204, {
    'Access-Control-Allow-Methods': 'GET, POST, DELETE',
    // Any header is allowed, because arguments can be sent as headers (`Mcp-Param-…`) and `contextFor` may read other headers.
    ...(HEADER_NAMES.test(requested) ? { 'Access-Control-Allow-Headers': requested } : {}),
    'Access-Control-Max-Age': '600',
    Vary: 'Origin, Access-Control-Request-Headers',
  });
  response.end();
  return true;
}

/** The headers that pages may read in addition to the CORS-safelisted ones. */
const EXPOSED = 'Mcp-Session-Id, MCP-Protocol-Version, WWW-Authenticate, Retry-After';

const HEADER_NAMES = /^[!#$%&'*+.^_`|~0-9A-Za-z, -]+$/;
