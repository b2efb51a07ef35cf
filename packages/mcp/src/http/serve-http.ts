import { once } from 'node:events';
import { createServer as createHttpServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ToolwrightError } from '@toolwright/contract';
import type { McpServers } from '../server/create-mcp-server.js';
import type { McpService } from '../service.js';
import { Endpoint } from './endpoint.js';
import { handleNodeRequest } from './handle-node-request.js';
import type { HttpOptions, HttpSettings } from './http-options.js';
import { readHttpOptions } from './read-http-options.js';

/**
 * Serves any number of clients over Streamable HTTP.
 * @throws ToolwrightError `INVALID_CONFIG`, including if the port is in use
 */
export async function serveHttp(servers: McpServers, options: HttpOptions): Promise<McpService> {
  const settings = readHttpOptions(options);
  const http = createHttpServer();
  await listen(http, settings);
  const url = urlOf(settings.host, http.address(), settings.path);
  const endpoint = new Endpoint(servers, settings, settings.publicUrl ?? url, settings.path);
  http.on('request', (request, response) => {
    handleNodeRequest(endpoint, request, response).catch(() => response.destroy());
  });
  const closed = once(http, 'close').then(() => undefined);
  const close = async (): Promise<void> => {
    http.close();
    await endpoint.close();
    http.closeAllConnections();
    await closed;
  };
  return { url, closed, close };
}

async function listen(http: Server, { port, host }: HttpSettings): Promise<void> {
  try {
    http.listen(port, host);
    await once(http, 'listening');
  } catch (error) {
    const { code } = Object(error);
    const why = LISTEN_FAILURES[String(code)];
    if (why === undefined) throw error;
    throw new ToolwrightError('INVALID_CONFIG', `Port ${port} ${why}.`, {
      blame: 'user',
      hint: 'Choose another port, or 0 for a free one.',
      cause: error,
    });
  }
}

const LISTEN_FAILURES: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is in use',
  EACCES: 'requires permissions that this user does not have',
};

function urlOf(host: string, address: string | AddressInfo | null, path: string): string {
  const port = typeof address === 'object' && address !== null ? `:${address.port}` : '';
  return `http://${host.includes(':') ? `[${host}]` : host}${port}${path}`;
}
