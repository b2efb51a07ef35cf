/** Servers over HTTP whose responses never end. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { cases } from '../../../../scripts/thorough.mjs';
import { connectMcp } from './connect-mcp.js';

const ends: (() => Promise<unknown> | unknown)[] = [];

afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

type Handler = (body: string, response: ServerResponse, request: IncomingMessage) => void;

async function listen(handler: Handler): Promise<string> {
  const server = createServer(async (request, response) => {
    response.on('error', () => undefined);
    handler(await text(request), response, request);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ends.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A server of 2025-11-25 with one tool; `onCall` answers its calls. */
function withTool(onCall: (response: ServerResponse, id: unknown) => void): Handler {
  return (body, response, request) => {
    if (request.method !== 'POST') return void response.writeHead(405).end();
    const { id, method } = JSON.parse(body);
    const answer = (result: object): void => {
      response.writeHead(200, JSON_TYPE).end(JSON.stringify({ jsonrpc: '2.0', id, result }));
    };
    const serverInfo = { name: 'hostile', version: '1' };
    if (method === 'initialize')
      answer({ protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo });
    else if (method === 'tools/list') answer({ tools: [{ name: 'a', inputSchema: { type: 'object' } }] });
    else if (method === 'tools/call') onCall(response, id);
    else response.writeHead(id === undefined ? 202 : 404).end();
  };
}

const JSON_TYPE = { 'Content-Type': 'application/json' };

/** Writes as fast as it is read, until the client goes away. @returns how much was written, in bytes */
function pour(response: ServerResponse, piece: string): () => number {
  let written = 0;
  const chunk = Buffer.from(piece.repeat(2 ** 20 / piece.length));
  const more = (): void => {
    for (let isRead = true; isRead && !response.destroyed; written += chunk.length)
      isRead = response.write(chunk);
    response.once('drain', more);
  };
  more();
  return () => written;
}

const LIMIT = 64 * 2 ** 20;

it.each([
  ['JSON', 'application/json', '{"jsonrpc":"2.0","result":{"a":"', 'a'],
  ['one event', 'text/event-stream', 'data: "', 'a'],
  ['one event of many lines', 'text/event-stream', '', `data: ${'a'.repeat(cases(57, 1))}\n`],
])('an endless response of %s ends when it is too large', async (_, type, start, piece) => {
  let written = (): number => 0;
  const url = await listen(
    withTool((response) => {
      response.writeHead(200, { 'Content-Type': type }).write(start);
      written = pour(response, piece);
    }),
  );
  const connection = await connectMcp({ url, revision: '2025-11-25', timeoutMs: 500_000 });
  ends.push(() => connection.close());
  const call = connection.request('tools/call', { name: 'a' });
  await expect(call).rejects.toMatchObject({ name: 'ToolwrightError' });
  expect(written()).toBeGreaterThan(LIMIT);
  // What the sockets of both sides hold is not read.
  expect(written()).toBeLessThan(LIMIT * 1.5);
});

it('a stream of many events may be longer than one response', async () => {
  const url = await listen(
    withTool(async (response, id) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      const note = JSON.stringify({
        jsonrpc: '2.0',
        method: 'notifications/a',
        params: { a: 'a'.repeat(2 ** 22) },
      });
      for (let sent = 0; sent < LIMIT * 1.2; sent += note.length) {
        if (!response.write(`data: ${note}\n\n`)) await once(response, 'drain');
      }
      response.end(`data: ${JSON.stringify({ jsonrpc: '2.0', id, result: { content: [] } })}\n\n`);
    }),
  );
  const connection = await connectMcp({ url, revision: '2025-11-25', timeoutMs: 500_000 });
  ends.push(() => connection.close());
  expect(await connection.request('tools/call', { name: 'a' })).toEqual({ content: [] });
});
