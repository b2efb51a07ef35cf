import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { ConnectMcpOptions } from './connect-options.js';
import { connect as connectTo, ends } from './connected.test.support.js';

/** What a plain server is asked. */
interface Asked {
  readonly id: unknown;
  readonly method: string;
  readonly params: { readonly name?: string };
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** A result, an error, undefined for the usual answer, or `written` if the response is written, or is left open. */
type Answer = object | 'written' | undefined;

/** For a handler that answers by itself. */
export function written(_: unknown): 'written' {
  return 'written';
}

export const tool = (name: string, more: object = {}): object => ({
  name,
  description: 'A tool.',
  inputSchema: { type: 'object' },
  ...more,
});

/** A server over HTTP without an SDK. */
export async function serve(
  revision: string,
  answer: (asked: Asked) => Answer | Promise<Answer>,
): Promise<string> {
  const about = { capabilities: { tools: {} }, serverInfo: { name: 'plain', version: '1' } };
  const modern = revision >= '2026-07-28' ? { resultType: 'complete', ttlMs: 0, cacheScope: 'private' } : {};
  const usual: Record<string, object> = {
    initialize: { protocolVersion: revision, ...about },
    ...('resultType' in modern && { 'server/discover': { supportedVersions: [revision], ...about } }),
  };
  const server = createServer(async (request, response) => {
    const { id, method = request.method, params = {} } = JSON.parse((await text(request)) || '{}');
    const result = await answer({ id, method, params, request, response });
    if (result === 'written') return;
    if (id === undefined) return void response.writeHead(method === 'GET' ? 405 : 202).end();
    const known = result ?? usual[method] ?? { error: { code: -32601, message: 'Method not found' } };
    const reply = 'error' in known ? known : { result: { ...modern, ...known } };
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ jsonrpc: '2.0', id, ...reply }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ends.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
}

export function connect(options: ConnectMcpOptions) {
  return connectTo({ reconnect: false, timeoutMs: 10_000, ...options });
}
