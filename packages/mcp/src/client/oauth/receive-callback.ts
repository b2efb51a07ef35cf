import { once } from 'node:events';
import { createServer } from 'node:http';
import { errorMessage, ToolwrightError } from '@toolwright/contract';

/**
 * Listens at a loopback address until the authorization server redirects the person to it.
 * @param state requests with another state are refused
 * @param begin called when the server is listening
 */
export async function receiveCallback(
  redirectUrl: URL,
  state: string,
  signal: AbortSignal,
  begin: () => void | Promise<void>,
): Promise<URLSearchParams> {
  const server = createServer();
  try {
    server.listen(Number(redirectUrl.port || 80), redirectUrl.hostname.replace(/^\[|\]$/g, ''));
    await once(server, 'listening');
  } catch (error) {
    throw new ToolwrightError('INVALID_CONFIG', `Cannot listen at ${redirectUrl}: ${errorMessage(error)}.`, {
      blame: 'user',
      hint: 'Choose a `redirectUrl` with a free port.',
      cause: error,
    });
  }
  try {
    return await new Promise<URLSearchParams>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      if (signal.aborted) reject(signal.reason);
      server.on('request', (request, response) => {
        // Any program on this machine can send a request, even one with an invalid URL.
        const [path, query = ''] = (request.url ?? '').split('?', 2);
        const searchParams = new URLSearchParams(query);
        const isOurs = path === redirectUrl.pathname && searchParams.get('state') === state;
        response.writeHead(isOurs ? 200 : 400, { 'Content-Type': 'text/plain', Connection: 'close' });
        response.end(isOurs ? 'Done. You can close this window.' : 'This is not the expected request.');
        if (isOurs) response.once('close', () => resolve(searchParams));
      });
      Promise.resolve().then(begin).catch(reject);
    });
  } finally {
    server.close();
    server.closeAllConnections();
  }
}
