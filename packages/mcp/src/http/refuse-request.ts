import type { EndpointSettings } from './http-options.js';

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

type Guarded = Pick<EndpointSettings, 'allowedHosts' | 'allowedOrigins'>;

/**
 * Checks `Host` and `Origin` to prevent DNS rebinding, where a web page sends requests through a host name that resolves to this machine.
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#security-warning
 */
export function refuseOrigin({ headers, url }: Request, settings: Guarded): Refusal | undefined {
  // A program that creates the request itself, such as a test, sets no `Host` header.
  const named = headers.get('host') ?? new URL(url).host;
  const host = hostnameOf(`http://${named}`);
  const { allowedHosts } = settings;
  if (host === undefined || !(allowedHosts.includes(host) || allowedHosts.includes('*'))) {
    const hint = 'The developer of the server can add it to `allowedHosts`, or set `token` or `verifyToken`.';
    return { status: 403, message: `Host '${named}' is not allowed. ${hint}` };
  }
  const origin = headers.get('origin');
  if (origin !== null && !isAllowedOrigin(origin, host, settings)) {
    const hint = 'The developer of the server can add it to `allowedOrigins`.';
    return { status: 403, message: `Origin '${origin}' is not allowed. ${hint}` };
  }
  return undefined;
}

/** Creates the response with a JSON-RPC error. */
export function refuse({ status, message, headers = {}, code = -32_000, id = null }: Refusal): Response {
  return Response.json({ jsonrpc: '2.0', error: { code, message }, id }, { status, headers });
}

function isAllowedOrigin(origin: string, requested: string, { allowedHosts, allowedOrigins }: Guarded) {
  if (allowedOrigins !== undefined) return allowedOrigins.includes(origin);
  const host = hostnameOf(origin);
  return host !== undefined && (host === requested || allowedHosts.includes(host));
}

/** Returns the host name of a URL. Undefined for an invalid URL or one with credentials, which browsers do not send. */
function hostnameOf(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { hostname, username, password } = new URL(url);
  return username === '' && password === '' ? hostname : undefined;
}
