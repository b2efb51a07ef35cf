import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { McpService } from '../service.js';
import type { HttpOptions } from './http-options.js';
import { readHttpOptions } from './read-http-options.js';
import { refuse, refuseRequest } from './refuse-request.js';
import { Sessions } from './sessions.js';

/**
 * Serves any number of clients over Streamable HTTP.
 * @param createServer called once for each client
 * @throws ToolwrightError `INVALID_CONFIG`, and Node's own error if the port is taken
 */
export async function serveHttp(createServer: () => Server, options: HttpOptions): Promise<McpService> {
  const settings = readHttpOptions(options);
  const sessions = new Sessions(createServer, settings);
  const http = createHttpServer((request, response) => {
    const refusal = refuseRequest(request, settings);
    if (refusal !== undefined) {
      refuse(response, refusal);
      return;
    }
    sessions.handle(request, response).catch(() => {
      if (!response.headersSent) refuse(response, { status: 500, message: 'Internal error.' });
      else response.destroy();
    });
  });
  http.listen(settings.port, settings.host);
  await once(http, 'listening');
  const closed = once(http, 'close').then(() => undefined);
  const close = async (): Promise<void> => {
    http.close();
    await sessions.close();
    http.closeAllConnections();
    await closed;
  };
  return { url: urlOf(settings.host, http.address(), settings.path), closed, close };
}

function urlOf(host: string, address: string | AddressInfo | null, path: string): string {
  const port = typeof address === 'object' && address !== null ? `:${address.port}` : '';
  return `http://${host.includes(':') ? `[${host}]` : host}${port}${path}`;
}
