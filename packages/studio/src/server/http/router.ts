import type { IncomingMessage, ServerResponse } from 'node:http';
import { decodeSegment } from '../../protocol/segment.js';
import { failure } from '../../protocol/shown-failure.js';

/** A request whose source and token have been checked. */
export interface Asked {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly query: URLSearchParams;
  /** The path segment that `*` stands for in the pattern. */
  readonly id: string;
}

/** Handles a request. The returned value is sent as JSON. A handler that sends the response itself returns undefined. */
export type Handler = (asked: Asked) => unknown;

/** Handlers by method and path pattern, e.g. `GET /api/runs/*`. */
export type Routes = Readonly<Record<string, Handler>>;

/** Finds the handler of a request. @throws ShownFailure `BAD_REQUEST` or `NOT_FOUND` */
export function findRoute(routes: Routes, method: string, address: string): { handler: Handler; id: string } {
  const parts = address.split('/');
  // Only the third segment of a path is variable, as in /api/runs/<id>/replay.
  const [, api = '', collection = '', id = '', ...rest] = parts;
  const pattern = id === '' ? address : ['', api, collection, '*', ...rest].join('/');
  for (const candidate of [address, pattern]) {
    const key = `${method} ${candidate}`;
    const handler = Object.hasOwn(routes, key) ? routes[key] : undefined;
    if (handler !== undefined) return { handler, id: candidate === address ? '' : decode(id) };
  }
  throw failure('NOT_FOUND', `Unknown request: ${method} ${address.slice(0, 200)}.`);
}

function decode(text: string): string {
  try {
    return decodeSegment(text);
  } catch {
    throw failure('BAD_REQUEST', 'The path is malformed.');
  }
}
