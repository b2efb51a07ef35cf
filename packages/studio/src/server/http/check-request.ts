import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { failure, type ShownFailure } from '../../protocol/shown-failure.js';

/** The host names of the server in a browser on this machine. Any other name indicates a DNS rebinding attack. */
const OWN_NAMES: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]']);

/**
 * Refuses requests that do not come from the page itself. Checks `Host` (against DNS rebinding) and `Origin`.
 * @throws ShownFailure `FORBIDDEN`
 */
export function checkSource(
  { headers, url = '' }: Pick<IncomingMessage, 'headers' | 'url'>,
  port: number,
): void {
  const isApi = url.startsWith('/api/');
  const { host, origin, 'sec-fetch-site': site } = headers;
  if (host === undefined || !isOwn(host, port)) {
    throw forbidden(`The host '${host ?? ''}' is not allowed.`);
  }
  const isForeign = origin !== undefined && !(origin.startsWith('http://') && isOwn(origin.slice(7), port));
  if (isForeign) throw forbidden(`The origin '${origin}' is not allowed.`);
  // Links on other pages may open Studio's page, because only the user sees its content.
  const isVisit =
    !isApi && headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
  if (site !== undefined && site !== 'same-origin' && site !== 'none' && !isVisit) {
    throw forbidden('Requests from other pages are not allowed.');
  }
}

/** Compares the bearer token in constant time. @throws ShownFailure `UNAUTHORIZED` */
export function checkToken({ headers }: IncomingMessage, token: string): void {
  const given = /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? '';
  if (timingSafeEqual(digest(given), digest(token))) return;
  throw failure('UNAUTHORIZED', 'The token is missing or wrong.', HINT);
}

/** @throws ShownFailure `UNSUPPORTED_MEDIA_TYPE` */
export function checkContentType({ headers }: IncomingMessage, wanted: string): void {
  const [given = ''] = (headers['content-type'] ?? '').split(';');
  if (given.trim().toLowerCase() === wanted) return;
  throw failure('UNSUPPORTED_MEDIA_TYPE', `The body must be ${wanted}.`);
}

function isOwn(host: string, port: number): boolean {
  // Browsers omit the default port of HTTP.
  if (port === 80 && OWN_NAMES.has(host.toLowerCase())) return true;
  const colon = host.lastIndexOf(':');
  return host.slice(colon + 1) === String(port) && OWN_NAMES.has(host.slice(0, colon).toLowerCase());
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

const HINT = 'Open the URL that `toolwright dev` prints.';

function forbidden(message: string): ShownFailure {
  return failure('FORBIDDEN', message, HINT);
}
