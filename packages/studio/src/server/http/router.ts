import type { IncomingMessage, ServerResponse } from 'node:http';
import { decodeSegment } from '../../protocol/segment.js';
import { Refused } from './refused.js';

/** A request whose source and token have been checked. */
export interface Asked {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly query: URLSearchParams;
  /** What stands in the address where the pattern has `*`. */
  readonly id: string;
}

/** Answers a request; what it returns is sent as JSON, undefined if it has answered itself. */
export type Handler = (asked: Asked) => unknown;

/** By method and pattern, such as `GET /api/runs/*`. */
export type Routes = Readonly<Record<string, Handler>>;

/** @throws Refused with status 404 or 405 */
export function findRoute(routes: Routes, method: string, address: string): { handler: Handler; id: string } {
  const parts = address.split('/');
  // The only variable part of an address is its third: /api/runs/<id>/replay.
  const [, api = '', collection = '', id = '', ...rest] = parts;
  const pattern = id === '' ? address : ['', api, collection, '*', ...rest].join('/');
  for (const candidate of [address, pattern]) {
    const key = `${method} ${candidate}`;
    const handler = Object.hasOwn(routes, key) ? routes[key] : undefined;
    if (handler !== undefined) return { handler, id: candidate === address ? '' : decode(id) };
  }
  throw new Refused(404, { code: 'NOT_FOUND', message: `There is no ${method} ${address.slice(0, 200)}.` });
}

function decode(text: string): string {
  try {
    return decodeSegment(text);
  } catch {
    throw new Refused(400, { code: 'BAD_REQUEST', message: 'The address is not well formed.' });
  }
}
