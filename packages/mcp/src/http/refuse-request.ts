import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HttpSettings } from './http-options.js';

/** Why a request is not answered. */
export interface Refusal {
  readonly status: number;
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
}

type Guarded = Pick<HttpSettings, 'path' | 'token' | 'allowedHosts' | 'allowedOrigins'>;

/**
 * Looks at a request before anything is done with it. A web page can send requests to this machine in its visitor's name, under a name
 * of its own that leads here: `Host` and `Origin` give it away.
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#security-warning
 */
export function refuseRequest({ headers, url }: IncomingMessage, settings: Guarded): Refusal | undefined {
  const host = hostnameOf(`http://${headers.host}`);
  if (headers.host === undefined || host === undefined || !settings.allowedHosts.includes(host)) {
    return { status: 403, message: `Host '${headers.host ?? ''}' is not allowed.` };
  }
  if (headers.origin !== undefined && !isAllowedOrigin(headers.origin, settings)) {
    return { status: 403, message: `Origin '${headers.origin}' is not allowed.` };
  }
  if (settings.token !== undefined && !isBearer(headers.authorization, settings.token)) {
    const message = 'This server wants a bearer token.';
    return { status: 401, message, headers: { 'WWW-Authenticate': 'Bearer' } };
  }
  if (pathOf(url) === settings.path) return undefined;
  return { status: 404, message: `Nothing is here. The server is at ${settings.path}.` };
}

/** Answers with an error, as the protocol writes them. */
export function refuse(response: ServerResponse, { status, message, headers = {} }: Refusal): void {
  const body = JSON.stringify({ jsonrpc: '2.0', error: { code: -32_000, message }, id: null });
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(body);
}

function isAllowedOrigin(origin: string, { allowedHosts, allowedOrigins }: Guarded): boolean {
  if (allowedOrigins !== undefined) return allowedOrigins.includes(origin);
  const host = hostnameOf(origin);
  return host !== undefined && allowedHosts.includes(host);
}

/** Compares digests, which have one length, in a time that says nothing of where they differ. */
function isBearer(authorization: string | undefined, token: string): boolean {
  const given = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
  return given !== undefined && timingSafeEqual(digest(given), digest(token));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function hostnameOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).hostname : undefined;
}

function pathOf(url: string | undefined): string {
  return (url ?? '').split('?', 1)[0] ?? '';
}
