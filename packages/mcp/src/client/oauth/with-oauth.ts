import { once } from 'node:events';
import { createServer } from 'node:http';
import { errorMessage, ToolwrightError } from '@toolwright/contract';
import { invalidConfig } from '../../invalid-config.js';
import type { ConnectMcpOptions, UrlOptions } from '../connect-options.js';
import type { OAuthOptions } from './oauth-options.js';
import { OAuthProvider } from './oauth-provider.js';
import { StoredGrant } from './stored-grant.js';

/**
 * Replaces the option `oauth` with `authProvider` and `authorizationCode`.
 * @throws ToolwrightError `INVALID_CONFIG`
 */
export function withOAuth(options: ConnectMcpOptions): ConnectMcpOptions {
  if (options.url === undefined || options.oauth === undefined) return options;
  const { oauth, url } = options;
  check(options, oauth);
  const provider = new OAuthProvider(oauth, new StoredGrant(oauth.storage, String(url)));
  return {
    ...options,
    oauth: undefined,
    authProvider: provider,
    authorizationCode: ({ signal }: { readonly signal: AbortSignal }) => askPerson(provider, oauth, signal),
  };
}

/** Asks the person to authorize this client. @returns the query of the redirect URL */
async function askPerson(
  provider: OAuthProvider,
  oauth: OAuthOptions,
  signal: AbortSignal,
): Promise<URLSearchParams> {
  const { pending } = provider;
  if (pending === undefined) throw refused('No authorization is pending.');
  const { url } = pending;
  // The server chooses this URL, and opening certain URLs would start programs.
  if (!isSafe(url)) throw refused(`The URL of the authorization page is unsafe: ${url.origin}.`);
  const state = url.searchParams.get('state') ?? '';
  const limit = AbortSignal.any([signal, AbortSignal.timeout(oauth.timeoutMs ?? PATIENCE_MS)]);
  try {
    const query = await answerOf(url, state, oauth, limit);
    if (query.get('state') !== state) throw refused('The response belongs to another request (`state`).');
    provider.answered();
    return query;
  } catch (error) {
    provider.forgetPending();
    if (limit.aborted && !signal.aborted) throw refused('The person did not answer in time.', error);
    throw error;
  }
}

async function answerOf(
  url: URL,
  state: string,
  { openBrowser, authorize, redirectUrl }: OAuthOptions,
  signal: AbortSignal,
): Promise<URLSearchParams> {
  const opened = new URL(url);
  if (authorize === undefined) {
    return receiveCallback(new URL(redirectUrl), state, signal, () => openBrowser(opened));
  }
  const answer = await authorize(opened, { signal });
  if (answer instanceof URLSearchParams) return answer;
  return new URL(answer, redirectUrl).searchParams;
}

const PATIENCE_MS = 5 * 60_000;

function isSafe({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
}

function isLoopback(hostname: string): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}

function check({ authProvider, token }: UrlOptions, oauth: OAuthOptions): void {
  if (authProvider !== undefined || token !== undefined) {
    throw invalidConfig(
      '`oauth`, `authProvider` and `token` are mutually exclusive.',
      'Pass only one of them.',
    );
  }
  const { redirectUrl, clientSecret, clientId, issuer, openBrowser } = oauth;
  if (!URL.canParse(String(redirectUrl))) throw invalidConfig(`'${String(redirectUrl)}' is not a URL.`);
  const { protocol, hostname } = new URL(redirectUrl);
  if (openBrowser !== undefined && (protocol !== 'http:' || !isLoopback(hostname))) {
    const message = `Cannot listen at ${String(redirectUrl)}: it is not a loopback address.`;
    throw invalidConfig(
      message,
      'Set `redirectUrl` to e.g. http://127.0.0.1:8976/callback, or pass `authorize`.',
    );
  }
  if (clientSecret !== undefined && (clientId === undefined || issuer === undefined)) {
    throw invalidConfig(
      '`clientSecret` requires `clientId` and `issuer`.',
      'Set `issuer` to the only authorization server that may receive the secret.',
    );
  }
}

function refused(message: string, cause?: unknown): ToolwrightError {
  return new ToolwrightError('AUTHENTICATION', message, { blame: 'provider', cause });
}

/**
 * Listens on a loopback URL until the authorization server redirects the person to it.
 * @param state the expected `state`; requests with a different one are refused
 * @param begin called once the server is listening
 */
async function receiveCallback(
  redirectUrl: URL,
  state: string,
  signal: AbortSignal,
  begin: () => void | Promise<void>,
): Promise<URLSearchParams> {
  const server = createServer();
  try {
    server.listen(Number(redirectUrl.port || 80), redirectUrl.hostname.replace(/^\[|\]$/g, ''));
    await once(server, 'listening');
  } catch (error) {
    throw new ToolwrightError('INVALID_CONFIG', `Cannot listen at ${redirectUrl}: ${errorMessage(error)}.`, {
      blame: 'user',
      hint: 'Choose a `redirectUrl` with a free port.',
      cause: error,
    });
  }
  try {
    return await new Promise<URLSearchParams>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      if (signal.aborted) reject(signal.reason);
      server.on('request', (request, response) => {
        // Any program on this machine can send a request, even one with an invalid URL.
        const [path, query = ''] = (request.url ?? '').split('?', 2);
        const searchParams = new URLSearchParams(query);
        const isOurs = path === redirectUrl.pathname && searchParams.get('state') === state;
        response.writeHead(isOurs ? 200 : 400, { 'Content-Type': 'text/plain', Connection: 'close' });
        response.end(isOurs ? 'Done. You can close this window.' : 'This is not the expected request.');
        if (isOurs) response.once('close', () => resolve(searchParams));
      });
      Promise.resolve().then(begin).catch(reject);
    });
  } finally {
    server.close();
    server.closeAllConnections();
  }
}
