import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { LLMProvider } from 'toolwright/types';
import { readUIRequest, sendResponse, toErrorResponse, toUIResponse } from 'toolwright/ui';
import { Chats } from './chats.js';
import { withoutAnswer } from './reply.js';

const page = new URL('../page.html', import.meta.url);

/** Serves the page at `/`, and the agent by the AG-UI protocol at `/agent`. */
export function createChatServer(llmClient: LLMProvider): Server {
  const chats = new Chats(llmClient);
  return createServer((request, response) => {
    answer(chats, request, response).catch((error: unknown) => {
      console.error(error);
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });
}

async function answer(chats: Chats, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method === 'GET' && request.url === '/') {
    response.writeHead(200, { 'content-type': 'text/html' }).end(await readFile(page));
  } else if (request.method === 'POST' && request.url === '/agent') {
    await sendResponse(await runAgent(chats, toWebRequest(request)).catch(toErrorResponse), response);
  } else response.writeHead(404).end();
}

async function runAgent(chats: Chats, request: Request): Promise<Response> {
  const asked = await readUIRequest(request, 'ag-ui', { maxBytes: 1_000_000 });
  return toUIResponse(chats.start(asked), 'ag-ui', {
    threadId: asked.threadId,
    runId: asked.runId,
    show: withoutAnswer(),
    showPartialOutput: (reply) => reply,
  });
}

/** Frameworks such as Hono do this for you. */
function toWebRequest(request: IncomingMessage): Request {
  return new Request('http://localhost/agent', {
    method: 'POST',
    headers: { 'content-type': request.headers['content-type'] ?? '' },
    body: Readable.toWeb(request) as ReadableStream, // The types of Node and of browsers differ.
    duplex: 'half',
  });
}
