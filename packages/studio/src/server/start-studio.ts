import { randomBytes } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { errorMessage, ToolwrightError } from '@toolwright/contract';
import type { PublishedAddress, StudioAddress } from '../address/read-addresses.js';
import { listAddressFiles, readAddressFile } from '../address/read-addresses.js';
import { toShownError } from '../protocol/shown-failure.js';
import { checkCache, checkLog } from './check-files.js';
import { checkSource, checkToken } from './http/check-request.js';
import { findRoute, type Routes } from './http/router.js';
import { sendJson, sendRefusal } from './http/send-reply.js';
import { StaticFiles } from './http/static-files.js';
import { publishAddress } from './publish-address.js';
import { createRoutes } from './routes/create-routes.js';
import type { Studio, StudioOptions } from './studio-options.js';
import { StudioState } from './studio-state.js';
import { removeOldPages } from './write-open-page.js';

const TOKEN_BYTES = 32;

/**
 * Starts Studio, a local server that shows the tools and runs of a project.
 * @throws ToolwrightError `INVALID_CONFIG` if the port is in use, if a file cannot be used, or if the project's Studio is already running
 * and no port is given
 */
export async function startStudio(options: StudioOptions): Promise<Studio> {
  await checkLog(options);
  if (options.keep !== false) {
    await checkCache(options.root);
    await checkAlone(options);
    removeOldPages(options.root);
  }
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const server = createServer();
  // Limits how long a client can hold a connection with an incomplete request.
  server.headersTimeout = 10_000;
  server.requestTimeout = 30_000;
  const port = await listen(server, options.port ?? 0);
  const state = new StudioState(options);
  const files = new StaticFiles(options.page ?? builtPage());
  const routes = createRoutes(state);
  server.on('request', (request, response) => {
    void respond(request, response, { port, token, files, routes, redact: state.redact });
  });
  const url = `http://127.0.0.1:${port}/`;
  const withdraw = options.keep === false ? () => {} : publishAddress(options.root, port, { url, token });
  return {
    url: `${url}#token=${token}`,
    port,
    token,
    close: async () => {
      withdraw();
      state.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Refuses a second Studio unless a port is given, because the two could easily be confused. */
async function checkAlone({ root, port }: StudioOptions): Promise<void> {
  const running = await findRunning(root);
  if (running === undefined || port !== undefined) return;
  const { url, pid } = running;
  const message = `Studio is already running for this project at ${url} (process ${pid}).`;
  const hint =
    'Its terminal shows the full URL. To start a second Studio, pass --port 0, which chooses a free port.';
  throw new ToolwrightError('INVALID_CONFIG', message, { blame: 'user', hint });
}

/** Returns the folder of the built page in this package. Bundling may have moved this module within the package. */
function builtPage(): string {
  let folder = path.dirname(fileURLToPath(import.meta.url));
  while (!existsSync(path.join(folder, 'package.json')) && path.dirname(folder) !== folder) {
    folder = path.dirname(folder);
  }
  return path.join(folder, 'dist/page');
}

interface Serving {
  readonly port: number;
  readonly token: string;
  readonly files: StaticFiles;
  readonly routes: Routes;
  readonly redact: (text: string) => string;
}

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  { port, token, files, routes, redact }: Serving,
): Promise<void> {
  // A client that disconnects is not an error.
  request.on('error', () => response.destroy());
  try {
    checkSource(request, port);
    const { method = '', url = '/' } = request;
    const query = url.indexOf('?');
    const address = query === -1 ? url : url.slice(0, query);
    if (!address.startsWith('/api/')) {
      const error = { code: 'BAD_REQUEST', message: 'Files can only be read.' };
      if (method === 'GET') files.send(response, address);
      else sendRefusal(response, error, 405);
      return;
    }
    checkToken(request, token);
    const { handler, id } = findRoute(routes, method, address);
    const parameters = new URLSearchParams(query === -1 ? '' : url.slice(query + 1));
    const reply: unknown = await handler({ request, response, query: parameters, id });
    if (reply !== undefined) sendJson(response, reply);
  } catch (error) {
    sendRefusal(response, toShownError(error, redact, 'STUDIO_FAILED'));
  }
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => {
      const hint = 'Omit --port to use a free one.';
      const message = `Studio cannot listen at port ${port}: ${errorMessage(error)}.`;
      reject(new ToolwrightError('INVALID_CONFIG', message, { blame: 'user', hint, cause: error }));
    });
    // The address is not a string, because the server does not listen on a pipe.
    server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}

/** The timeout of the request, in milliseconds. A Studio that is too busy to respond counts as running. */
const PATIENCE_MS = 2_000;

/** Finds the most recently started Studio of a project, and removes the address files of Studios that are no longer running. */
async function findRunning(root: string): Promise<PublishedAddress | undefined> {
  const looked = listAddressFiles(root).map(async (file) => {
    const address = readAddressFile(file);
    if (address !== undefined && (await isRunning(address))) return [address];
    rmSync(file, { force: true });
    return [];
  });
  return (await Promise.all(looked)).flat().sort((one, other) => other.startedAt - one.startedAt)[0];
}

/** Whether a Studio responds. Its process id is not sufficient, because another program may now have the id or the port. */
function isRunning({ url, token }: StudioAddress): Promise<boolean> {
  return new Promise((resolve) => {
    const headers = { authorization: `Bearer ${token}` };
    const asked = request(new URL('/api/studio', url), { headers, agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    asked.setTimeout(PATIENCE_MS, () => {
      resolve(true);
      asked.destroy();
    });
    asked.on('error', () => resolve(false));
    asked.end();
  });
}
