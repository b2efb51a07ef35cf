import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HttpSettings } from './http-options.js';

/** The reason a request is refused. */
export interface Refusal {
  readonly status: number;
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The JSON-RPC error code. Default: -32000. */
  readonly code?: number;
  /** The id of the request. Default: null. */
  readonly id?: unknown;
}

type Guarded = Pick<HttpSettings, 'allowedHosts' | 'allowedOrigins'>;

/**
 * Checks `Host` and `Origin` to prevent DNS rebinding, where a web page sends requests through a host name that resolves to this machine.
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#security-warning
 */
export function refuseOrigin({ headers }: IncomingMessage, settings: Guarded): Refusal | undefined {
  const host = hostnameOf(`http://${headers.host}`);
  if (headers.host === undefined || host === undefined || !settings.allowedHosts.includes(host)) {
    return { status: 403, message: `Host '${headers.host ?? ''}' is not allowed.` };
  }
  if (headers.origin !== undefined && !isAllowedOrigin(headers.origin, settings)) {
    return { status: 403, message: `Origin '${headers.origin}' is not allowed.` };
  }
  return undefined;
}

/** Answers with a JSON-RPC error. */
export function refuse(
  response: ServerResponse,
  { status, message, headers = {}, code = -32_000, id = null }: Refusal,
): void {
  const body = JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id });
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(body);
}

function isAllowedOrigin(origin: string, { allowedHosts, allowedOrigins }: Guarded): boolean {
  if (allowedOrigins !== undefined) return allowedOrigins.includes(origin);
  const host = hostnameOf(origin);
  return host !== undefined && allowedHosts.includes(host);
}

/** Returns the host name of a URL. Undefined for an invalid URL or one with credentials, which browsers do not send. */
function hostnameOf(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { hostname, username, password } = new URL(url);
  return username === '' && password === '' ? hostname : undefined;
}
