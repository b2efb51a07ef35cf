import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import addFormats from 'ajv-formats';
import { type Context, OpenAPIBackend } from 'openapi-backend';

/** A server on this machine that plays the API of a document. */
export interface PlayedServer {
  readonly baseUrl: string;
  close(): void;
}

/** The document of the Swagger Petstore, from a package of npm. */
export const PETSTORE = fileURLToPath(
  new URL('../node_modules/@readme/oas-examples/3.0/json/petstore.json', import.meta.url),
);

/** The key that the server accepts, for each scheme of the document. */
export const KEY = 'special-key';

/**
 * Plays a document: refuses requests that do not fit it, and answers the others with values of its schemas. It reads the document with a
 * library of its own, so what the import misread would fail here.
 */
export async function playDocument(file: string): Promise<PlayedServer> {
  const api = await new OpenAPIBackend({
    definition: file,
    customizeAjv: (ajv) => addFormats.default(ajv),
    handlers: {
      notFound: () => refusal(404, 'The document has no such operation.'),
      unauthorizedHandler: () => refusal(401, 'The credential is missing.'),
      validationFail: ({ validation }) => refusal(400, validation.errors),
      notImplemented: answer,
    },
  }).init();
  for (const name of Object.keys(api.definition.components?.securitySchemes ?? {}))
    api.registerSecurityHandler(name, ({ request: { headers } }) =>
      [headers[name], headers.authorization].some((one) => one === KEY || one === `Bearer ${KEY}`),
    );
  const server = createServer(async (request, response) => {
    const { status, body } = await reply(api, request).catch((error: unknown) => refusal(400, String(error)));
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo;
  return { baseUrl: `http://127.0.0.1:${port}`, close: () => server.close() };
}

interface Reply {
  readonly status: number;
  readonly body: unknown;
}

async function reply(api: OpenAPIBackend, request: IncomingMessage): Promise<Reply> {
  const { method = 'GET', url = '/' } = request;
  // Headers that may repeat are lists, which the library takes as well.
  const headers = request.headers as Record<string, string | string[]>;
  return await api.handleRequest({ method, path: url, headers, body: await text(request) });
}

function refusal(status: number, reason: unknown): Reply {
  return { status, body: { reason } };
}

/** Answers with the examples and defaults of the schema, and with what was sent where the result has it, too. */
function answer({ api, operation, request }: Context): Reply {
  const { status, mock } = api.mockResponseForOperation(operation.operationId ?? '');
  const body = [{ ...mock, ...request.requestBody }, mock].find(
    (one) => api.validateResponse(one, operation).valid,
  );
  return body === undefined ? refusal(500, 'No answer fits the document.') : { status, body };
}
