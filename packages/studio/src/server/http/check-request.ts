import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Refused } from './refused.js';

/** The names under which a browser of this machine reaches the server. Any other one is a name that someone else has pointed here. */
const OWN_NAMES: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]']);

/**
 * Refuses what does not come from the page itself: a `Host` of another name (DNS rebinding), the `Origin` of another page.
 * @throws Refused with status 403
 */
export function checkSource(
  { headers, url = '' }: Pick<IncomingMessage, 'headers' | 'url'>,
  port: number,
): void {
  const isApi = url.startsWith('/api/');
  const { host, origin, 'sec-fetch-site': site } = headers;
  if (host === undefined || !isOwn(host, port)) {
    throw forbidden(`The host '${host ?? ''}' is not this server.`);
  }
  const isForeign = origin !== undefined && !(origin.startsWith('http://') && isOwn(origin.slice(7), port));
  if (isForeign) throw forbidden(`The page '${origin}' may not use Studio.`);
  // A link in another page may lead to the page of Studio: nobody but the user sees what it opens.
  const isVisit =
    !isApi && headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
  if (site !== undefined && site !== 'same-origin' && site !== 'none' && !isVisit) {
    throw forbidden('Another page may not use Studio.');
  }
}

/** Compares the bearer token in constant time. @throws Refused with status 401 */
export function checkToken({ headers }: IncomingMessage, token: string): void {
  const given = /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? '';
  if (timingSafeEqual(digest(given), digest(token))) return;
  throw new Refused(401, {
    code: 'UNAUTHORIZED',
    message: 'The request has no token, or a wrong one.',
    hint: 'Open the address that `toolwright dev` prints.',
  });
}

/** @throws Refused with status 415 */
export function checkContentType({ headers }: IncomingMessage, wanted: string): void {
  const [given = ''] = (headers['content-type'] ?? '').split(';');
  if (given.trim().toLowerCase() === wanted) return;
  throw new Refused(415, { code: 'UNSUPPORTED_MEDIA_TYPE', message: `The body must be ${wanted}.` });
}

function isOwn(host: string, port: number): boolean {
  // Browsers leave out the port that http has by default.
  if (port === 80 && OWN_NAMES.has(host.toLowerCase())) return true;
  const colon = host.lastIndexOf(':');
  return host.slice(colon + 1) === String(port) && OWN_NAMES.has(host.slice(0, colon).toLowerCase());
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function forbidden(message: string): Refused {
  return new Refused(403, {
    code: 'FORBIDDEN',
    message,
    hint: 'Open the address that `toolwright dev` prints.',
  });
}
