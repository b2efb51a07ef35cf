import type { ServerResponse } from 'node:http';
import type { Refusal } from '../../protocol/requests.js';
import type { Refused } from './refused.js';

/** The headers of all responses. The page may not load anything from other servers, run in a frame, or leak its URL, which contains the token. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
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
export function sendRefusal(response: ServerResponse, { status, shown }: Refused): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  response.setHeader('connection', 'close');
  sendJson(response, { error: shown } satisfies Refusal, status);
}
