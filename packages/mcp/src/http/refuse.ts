import type { ServerResponse } from 'node:http';
import type { Refusal } from './refuse-request.js';

/** Answers with an error, as the protocol writes them. */
export function refuse(response: ServerResponse, { status, message, headers = {} }: Refusal): void {
  const body = JSON.stringify({ jsonrpc: '2.0', error: { code: -32_000, message }, id: null });
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(body);
}
