import { ToolwrightError } from '@toolwright/contract';
import type { HttpOptions, HttpSettings } from './http-options.js';
import { RESUME_DEFAULTS, type ResumeOptions, type ResumeSettings } from './resume-options.js';

const LOOPBACK_ADDRESSES: ReadonlySet<string> = new Set(['127.0.0.1', '::1', 'localhost']);
const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]'];

/** @throws ToolwrightError `INVALID_CONFIG` for what cannot work, and for a server that strangers could use. */
export function readHttpOptions(options: HttpOptions): HttpSettings {
  const host = options.host ?? '127.0.0.1';
  const path = options.path ?? '/mcp';
  if (!path.startsWith('/')) throw invalid(`The path '${path}' does not begin with '/'.`);
  if (options.token === '')
    throw invalid('The token is empty.', 'Leave it out, or check where it comes from.');
  if (!LOOPBACK_ADDRESSES.has(host)) {
    if (options.token === undefined || options.allowedHosts === undefined) {
      throw invalid(
        `A server at ${host} can be reached from other machines.`,
        'Give it a `token` and `allowedHosts`, or leave `host` out.',
      );
    }
  }
  return {
    port: options.port ?? 0,
    host,
    path,
    token: options.token,
    allowedHosts: options.allowedHosts ?? LOOPBACK_NAMES,
    allowedOrigins: options.allowedOrigins,
    maxBodyBytes: positive('maxBodyBytes', options.maxBodyBytes ?? 4 * 1024 * 1024),
    maxSessions: positive('maxSessions', options.maxSessions ?? 100),
    idleMs: positive('idleMs', options.idleMs ?? 30 * 60_000),
    resume: options.resume === false ? undefined : readResume(options.resume ?? {}),
  };
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
  throw invalid(`${name} is ${value}.`, 'It must be a positive number.');
}

function invalid(message: string, hint?: string): ToolwrightError {
  return new ToolwrightError('INVALID_CONFIG', message, { blame: 'developer', hint });
}
