import { checkOptions, optionsOf } from '@toolwright/contract';
import { invalidConfig } from '../invalid-config.js';
import { readHosts, readOrigins } from './allowed-names.js';
import { isSendable } from './bearer-token.js';
import type { EndpointOptions, EndpointSettings, HttpOptions, HttpSettings } from './http-options.js';
import { RESUME_DEFAULTS, type ResumeOptions, type ResumeSettings } from './resume-options.js';

const LOOPBACK_ADDRESSES: ReadonlySet<string> = new Set(['127.0.0.1', '::1', 'localhost']);
const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]'];

/** The names and types of the options of an endpoint. */
export const ENDPOINT = optionsOf<EndpointOptions>()({
  'a string': 'token publicUrl',
  'a number': 'maxBodyBytes bodyTimeoutMs maxSessions idleMs',
  'a function': 'verifyToken ownerOf',
  'a list': 'requiredScopes authorizationServers allowedHosts allowedOrigins',
  'true or false': 'stateless',
  anything: 'resume',
});
const LISTENING = optionsOf<Omit<HttpOptions, keyof EndpointOptions>>()({
  'a string': 'host path',
  'a number': 'port',
});
const RESUME = optionsOf<ResumeOptions>()({
  'a number': 'retryMs maxEvents maxBytes maxAgeMs',
  'an object': 'store',
});

/** Validates the options and adds defaults. @throws ToolwrightError `INVALID_CONFIG`, including for an exposed, unprotected server */
export function readHttpOptions(options: HttpOptions): HttpSettings {
  checkOptions(options, { ...ENDPOINT, ...LISTENING }, 'http');
  const host = options.host ?? '127.0.0.1';
  const path = options.path ?? '/mcp';
  if (!path.startsWith('/')) throw invalidConfig(`The path '${path}' must start with '/'.`);
  const settings = readSettings(options, LOOPBACK_NAMES);
  if (!LOOPBACK_ADDRESSES.has(host)) checkExposed(host, options);
  return { ...settings, port: options.port ?? 0, host, path };
}

/**
 * Validates the options of an endpoint and adds defaults. A page can reach any server through DNS rebinding, but it knows no token. Without a
 * token, only the hosts that the developer has named are allowed, and those of this machine.
 * @throws ToolwrightError `INVALID_CONFIG`
 */
export function readEndpointOptions(options: EndpointOptions): EndpointSettings {
  const { token, verifyToken, publicUrl } = options;
  if (verifyToken !== undefined && publicUrl === undefined) {
    throw invalidConfig(
      '`verifyToken` requires `publicUrl`, because tokens are issued for a URL.',
      'Set `publicUrl` to the URL that clients use.',
    );
  }
  const isGuarded = token !== undefined || verifyToken !== undefined;
  const named = publicUrl !== undefined && URL.canParse(publicUrl) ? [new URL(publicUrl).hostname] : [];
  return readSettings(options, [...LOOPBACK_NAMES, ...named, ...(isGuarded ? ['*'] : [])]);
}

function readSettings(options: EndpointOptions, defaultHosts: readonly string[]): EndpointSettings {
  if (options.resume !== false) checkOptions(options.resume, RESUME, 'resume');
  checkTokens(options);
  return {
    ...options,
    ownerOf: options.ownerOf ?? (({ headers }) => headers.authorization?.toString()),
    requiredScopes: options.requiredScopes ?? [],
    authorizationServers: options.authorizationServers ?? [],
    allowedHosts: options.allowedHosts ? readHosts(options.allowedHosts) : defaultHosts,
    allowedOrigins: options.allowedOrigins && readOrigins(options.allowedOrigins),
    maxBodyBytes: positive('maxBodyBytes', options.maxBodyBytes ?? 4 * 1024 * 1024),
    bodyTimeoutMs: positive('bodyTimeoutMs', options.bodyTimeoutMs ?? 30_000),
    maxSessions: positive('maxSessions', options.maxSessions ?? 100),
    idleMs: positive('idleMs', options.idleMs ?? 30 * 60_000),
    stateless: options.stateless ?? false,
    resume: options.resume === false ? undefined : readResume(options.resume ?? {}),
  };
}

function checkTokens({
  token,
  verifyToken,
  requiredScopes = [],
  authorizationServers = [],
  publicUrl,
}: EndpointOptions): void {
  if (token?.trim() === '') throw invalidConfig('The token is empty.', 'Omit it, or check its source.');
  if (token !== undefined && !isSendable(token)) {
    throw invalidConfig(
      'The token contains characters that headers do not allow.',
      'Use letters, digits and -._~+/=.',
    );
  }
  if (token !== undefined && verifyToken !== undefined) {
    throw invalidConfig('`token` and `verifyToken` are mutually exclusive.', 'Pass only one of them.');
  }
  if (verifyToken === undefined && requiredScopes.length + authorizationServers.length > 0) {
    throw invalidConfig('`requiredScopes` and `authorizationServers` require `verifyToken`.');
  }
  const scope = requiredScopes.find((one) => !SCOPE.test(one));
  if (scope !== undefined) throw invalidConfig(`${JSON.stringify(scope)} is not a valid scope.`);
  for (const url of [...authorizationServers, ...(publicUrl === undefined ? [] : [publicUrl])]) {
    if (!URL.canParse(url)) throw invalidConfig(`'${url}' is not a URL.`);
  }
}

/** The syntax of scopes: https://www.rfc-editor.org/rfc/rfc6749#section-3.3 */
const SCOPE = /^[\x21\x23-\x5b\x5d-\x7e]+$/;

function checkExposed(host: string, options: HttpOptions): void {
  const { token, verifyToken, allowedHosts, authorizationServers, publicUrl } = options;
  if ((token === undefined && verifyToken === undefined) || allowedHosts === undefined) {
    throw invalidConfig(
      `The server at ${host} can be reached from other machines.`,
      'Set `allowedHosts`, and `token` or `verifyToken`, or omit `host`.',
    );
  }
  if (authorizationServers !== undefined && publicUrl === undefined) {
    throw invalidConfig(
      `The server at ${host} cannot determine its public URL.`,
      'Set `publicUrl` to the URL that clients use.',
    );
  }
}

function readResume(options: ResumeOptions): ResumeSettings {
  const limit = (name: 'maxEvents' | 'maxBytes' | 'maxAgeMs' | 'retryMs'): number =>
    positive(`resume.${name}`, options[name] ?? RESUME_DEFAULTS[name]);
  return {
    maxEvents: limit('maxEvents'),
    maxBytes: limit('maxBytes'),
    maxAgeMs: limit('maxAgeMs'),
    retryMs: limit('retryMs'),
    store: options.store,
  };
}

function positive(name: string, value: number): number {
  if (value > 0) return value;
  throw invalidConfig(`'${name}' must be a positive number; got ${value}.`, 'Omit it to use the default.');
}
