import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { VerifiedToken } from '../../http/verified-token.js';

/** What tests may change while the server runs. */
export interface Faults {
  /** What the metadata say, instead of the truth. */
  metadata: Record<string, unknown>;
  /** What the answer to the person says, instead of the truth. */
  callback: Record<string, string>;
  /** How long an access token is valid. */
  lifetimeMs: number;
  /** Members of the answer with tokens, instead of the right ones. */
  tokens: Record<string, unknown>;
  /** Requests for tokens are never answered. */
  isSilent: boolean;
}

/** An authorization server: metadata, registration, PKCE, and refresh tokens that may be used once. */
export async function authorizationServer() {
  const faults: Faults = { metadata: {}, callback: {}, lifetimeMs: 60_000, tokens: {}, isSilent: false };
  const log: { readonly path: string; readonly values: Record<string, string> }[] = [];
  const codes = new Map<string, URLSearchParams>();
  const refreshTokens = new Set<string>();
  const accessTokens = new Map<string, number>();
  const http = createServer((request, response) => {
    answer(request).then(
      ({ status, headers = {}, body }) => {
        response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
        response.end(JSON.stringify(body ?? {}));
      },
      (error) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  // It listens on a port.
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;

  async function answer(request: IncomingMessage): Promise<Answer> {
    const { pathname, searchParams } = new URL(request.url ?? '', url);
    const sent = await text(request);
    if (pathname === '/register') {
      const metadata: object = JSON.parse(sent);
      log.push({ path: pathname, values: { metadata: sent } });
      return { status: 201, body: { ...metadata, client_id: randomUUID() } };
    }
    const values = pathname === '/authorize' ? searchParams : new URLSearchParams(sent);
    log.push({ path: pathname, values: Object.fromEntries(values) });
    if (pathname === '/.well-known/oauth-authorization-server') return { status: 200, body: metadata() };
    if (pathname === '/authorize') return authorize(values);
    if (pathname === '/token') return faults.isSilent ? new Promise(() => undefined) : token(values);
    return { status: 404 };
  }

  function metadata(): object {
    return {
      issuer: url,
      authorization_endpoint: `${url}/authorize`,
      token_endpoint: `${url}/token`,
      registration_endpoint: `${url}/register`,
      response_types_supported: ['code'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none'],
      authorization_response_iss_parameter_supported: true,
      ...faults.metadata,
    };
  }

  function authorize(query: URLSearchParams): Answer {
    const code = randomUUID();
    codes.set(code, query);
    const back = new URL(query.get('redirect_uri') ?? '');
    const state = query.get('state') ?? '';
    for (const [name, value] of Object.entries({ code, state, iss: url, ...faults.callback })) {
      back.searchParams.set(name, value);
    }
    return { status: 302, headers: { Location: String(back) } };
  }

  function token(form: URLSearchParams): Answer {
    const isRefresh = form.get('grant_type') === 'refresh_token';
    if (!(isRefresh ? refreshTokens.delete(form.get('refresh_token') ?? '') : isProven(form))) {
      return {
        status: 400,
        body: { error: 'invalid_grant', error_description: 'Used, unknown or unproven.' },
      };
    }
    const [access, refresh] = [randomUUID(), randomUUID()];
    accessTokens.set(access, Date.now() + faults.lifetimeMs);
    refreshTokens.add(refresh);
    const tokens = { access_token: access, token_type: 'Bearer', refresh_token: refresh, ...faults.tokens };
    return { status: 200, body: tokens };
  }

  /** Codes work once, and only for the client that has the verifier. */
  function isProven(form: URLSearchParams): boolean {
    const query = codes.get(form.get('code') ?? '');
    codes.delete(form.get('code') ?? '');
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    return (
      query !== undefined &&
      query.get('code_challenge_method') === 'S256' &&
      query.get('code_challenge') === challenge &&
      ['client_id', 'redirect_uri', 'resource'].every((name) => query.get(name) === form.get(name))
    );
  }

  return {
    url,
    faults,
    log,
    /** The values of requests of a path. */
    sent: (path: string) => log.filter((one) => one.path === path).map(({ values }) => values),
    /** For the server that the tokens are for. */
    verifyToken: (access: string): VerifiedToken | undefined =>
      (accessTokens.get(access) ?? 0) > Date.now()
        ? { clientId: 'a', subject: 'ada', scopes: ['tools'] }
        : undefined,
    expireAll: () => accessTokens.clear(),
    revokeAll: () => refreshTokens.clear(),
    close: () =>
      new Promise<void>((resolve) => {
        http.close(() => resolve());
        http.closeAllConnections();
      }),
  };
}

interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
}

/** A person who agrees at once: the browser follows the redirect. */
export async function agree(url: URL): Promise<URL> {
  const { headers } = await fetch(url, { redirect: 'manual' });
  return new URL(headers.get('location') ?? '');
}
