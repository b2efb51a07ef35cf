/**
 * Allows the page that sent a request to read the response. The caller has already checked the origin.
 * @see https://fetch.spec.whatwg.org/#http-cors-protocol
 */
export function allowReading({ headers }: Request, response: Response): void {
  response.headers.append('Vary', 'Origin');
  const origin = headers.get('origin');
  if (origin === null) return;
  response.headers.set('Access-Control-Allow-Origin', origin);
  response.headers.set('Access-Control-Expose-Headers', EXPOSED);
}

/** Answers a CORS preflight request. @returns undefined for any other request */
export function answerPreflight({ method, headers }: Request): Response | undefined {
  if (method !== 'OPTIONS' || headers.get('origin') === null) return undefined;
  if (headers.get('access-control-request-method') === null) return undefined;
  const requested = headers.get('access-control-request-headers') ?? '';
  return new Response(null, {
    status: 204,
    headers: {
      'Access-Control-Allow-Methods': 'GET, POST, DELETE',
      // Any header is allowed, because arguments can be sent as headers (`Mcp-Param-…`) and `contextFor` may read other headers.
      ...(HEADER_NAMES.test(requested) ? { 'Access-Control-Allow-Headers': requested } : {}),
      'Access-Control-Max-Age': '600',
      Vary: 'Access-Control-Request-Headers',
    },
  });
}

/** The headers that pages may read in addition to the CORS-safelisted ones. */
const EXPOSED = 'Mcp-Session-Id, MCP-Protocol-Version, WWW-Authenticate, Retry-After';

const HEADER_NAMES = /^[!#$%&'*+.^_`|~0-9A-Za-z, -]+$/;
