import type { ServerResponse } from 'node:http';
import type { Refusal, ShownError } from '../../protocol/requests.js';

/** The headers of all responses. The page must not load anything from other servers, run in a frame, or leak its URL with the token. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; media-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

export function sendJson(response: ServerResponse, value: unknown, status = 200): void {
  const body = Buffer.from(JSON.stringify(value));
  response.writeHead(status, {
    ...SECURITY_HEADERS,
    'content-type': 'application/json; charset=utf-8',
    'content-length': body.length,
    'cache-control': 'no-store',
  });
  response.end(body);
}

/** Sends a refusal and closes the connection, because the rest of the request body is not read. */
export function sendRefusal(
  response: ServerResponse,
  error: ShownError,
  status = STATUS[error.code] ?? 400,
): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  response.setHeader('connection', 'close');
  sendJson(response, { error } satisfies Refusal, status);
}

/** The status of each error code. Other codes have the status 400. */
const STATUS: Readonly<Record<string, number>> = {
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  UNKNOWN_TOOL: 404,
  UNKNOWN_SESSION: 404,
  NOT_FOUND: 404,
  NEEDS_CONSENT: 409,
  SESSION_BUSY: 409,
  TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  STUDIO_FAILED: 500,
  PROGRAM_UNAVAILABLE: 503,
};
