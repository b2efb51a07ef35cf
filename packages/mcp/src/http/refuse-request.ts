import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HttpSettings } from './http-options.js';

/** Why a request is refused. */
export interface Refusal {
  readonly status: number;
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Of the protocol's error. Default: -32000. */
  readonly code?: number;
}

type Guarded = Pick<HttpSettings, 'path' | 'token' | 'allowedHosts' | 'allowedOrigins'>;

/**
 * Checks a request before it is handled. A web page can send requests to this machine in its visitor's name, through a host name that
 * resolves to it: `Host` and `Origin` reveal that.
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

/** Answers with an error of the protocol. */
export function refuse(
  response: ServerResponse,
  { status, message, headers = {}, code = -32_000 }: Refusal,
): void {
  const body = JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id: null });
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(body);
}

function isAllowedOrigin(origin: string, { allowedHosts, allowedOrigins }: Guarded): boolean {
  if (allowedOrigins !== undefined) return allowedOrigins.includes(origin);
  const host = hostnameOf(origin);
  return host !== undefined && allowedHosts.includes(host);
}

/** Compares digests, which have equal lengths, in constant time. */
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
