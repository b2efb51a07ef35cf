import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { importOpenApi } from '@toolwright/import';

/** A local server that plays a document. */
export interface PlayedServer {
  readonly baseUrl: string;
  close(): void;
}

/** The document of this example. */
export const DOCUMENT = pathToFileURL(fileURLToPath(new URL('../trains.yaml', import.meta.url))).href;

/** Answers each operation of a document with the example of its result. */
export async function playDocument(address: string): Promise<PlayedServer> {
  const { operations, definitions } = await importOpenApi(address);
  const routes = operations.map(({ operation: { method, path, responses } }) => {
    const [result = {}] = responses.results;
    const items = typeof result.items === 'object' ? result.items : undefined;
    const name = (items ?? result).$ref?.split('/').at(-1) ?? '';
    const [example] = definitions[name]?.examples ?? [];
    return {
      method,
      path: new RegExp(`^${path.replace(/\{[^{}]*\}/g, '[^/]+')}$`),
      answer: items ? [example] : example,
    };
  });
  const server: Server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const route = routes.find(({ method, path }) => method === request.method && path.test(pathname));
    const isAllowed = request.headers.authorization === 'Bearer secret';
    const status = !isAllowed ? 401 : route === undefined ? 404 : 200;
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(status === 200 ? route?.answer : { detail: `Status ${status}` }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo;
  return { baseUrl: `http://127.0.0.1:${port}`, close: () => server.close() };
}
