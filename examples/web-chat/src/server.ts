import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as WebStream } from 'node:stream/web';
import type { LLMProvider } from 'toolwright/types';
import { toUIResponse } from 'toolwright/ui';
import { Chats } from './chats.js';
import { readInput } from './read-input.js';
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
    await runAgent(chats, request, response);
  } else response.writeHead(404).end();
}

async function runAgent(chats: Chats, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const input = await readInput(request);
  const run = input && chats.start(input);
  if (input === undefined || run === undefined) {
    response.writeHead(400).end('Send an input of AG-UI with a message of the user, or with a resume.');
    return;
  }
  const { body, headers } = toUIResponse(run, 'ag-ui', {
    threadId: input.threadId,
    runId: input.runId,
    show: withoutAnswer(),
    showPartialOutput: (reply) => reply,
  });
  response.writeHead(200, Object.fromEntries(headers));
  // The types of Node and of browsers differ. If the browser disconnects, the pipeline cancels the stream, which aborts the run.
  await pipeline(Readable.fromWeb(body as WebStream), response).catch(() => {});
}
