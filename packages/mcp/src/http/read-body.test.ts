import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { serveMcp } from '../serve-mcp.js';
import type { McpService } from '../service.js';
import { createTools } from '../tools.test.fixture.js';
import type { HttpOptions } from './http-options.js';

const services: McpService[] = [];
const sockets: Socket[] = [];

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const service of services.splice(0)) await service.close();
});

async function serve(http: HttpOptions): Promise<URL> {
  const service = await serveMcp(createTools(), { http });
  services.push(service);
  return new URL(service.url ?? '');
}

/** Sends the first part of a body, piece by piece. */
async function begin(url: URL, pieces: readonly string[], length = 1_000_000) {
  const socket = connect(Number(url.port), url.hostname);
  sockets.push(socket);
  const state = { answer: '', socket };
  socket.setNoDelay(true).setEncoding('utf8');
  socket.on('error', () => undefined);
  socket.on('data', (chunk) => {
    state.answer += String(chunk);
  });
  await once(socket, 'connect');
  const head = `Host: ${url.host}\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\n`;
  socket.write(`POST ${url.pathname} HTTP/1.1\r\n${head}Content-Length: ${length}\r\n\r\n`);
  for (const piece of pieces) await new Promise<void>((resolve) => socket.write(piece, () => resolve()));
  return state;
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 5));
}

const INITIALIZE = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'Zoë', version: '1' } },
});

async function initialize(url: URL): Promise<number> {
  const headers = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' };
  const { status, body } = await fetch(url, { method: 'POST', body: INITIALIZE, headers });
  await body?.cancel();
  return status;
}

describe('a body', () => {
  it('that does not arrive in time is refused, and its connection closed', async () => {
    const url = await serve({ bodyTimeoutMs: 100 });
    const slow = await begin(url, ['{"jsonrpc":']);
    await once(slow.socket, 'close');
    expect(slow.answer).toMatch(/^HTTP\/1\.1 408 [\s\S]*did not arrive within 100 ms/);
    expect(await initialize(url)).toBe(200);
  });

  it('may arrive byte by byte', async () => {
    const url = await serve({});
    const bytes = Buffer.from(INITIALIZE);
    const pieces = Array.from(bytes, (byte) => String.fromCharCode(byte));
    const state = await begin(url, [], bytes.length);
    for (const piece of pieces) state.socket.write(piece, 'latin1');
    await until(() => state.answer.includes('serverInfo'));
    expect(state.answer).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('that is larger than it may be is refused before it has arrived', async () => {
    const url = await serve({ maxBodyBytes: 1_000 });
    const declared = await begin(url, [], 2_000);
    await once(declared.socket, 'close');
    expect(declared.answer).toMatch(/^HTTP\/1\.1 413 /);
  });
});

it('half-sent bodies shut out nobody: the oldest is refused when they hold too much together', async () => {
  const url = await serve({ maxBodyBytes: 1_000, maxSessions: 1 });
  const half = 'x'.repeat(900);
  const states = [];
  // 16 bodies of the maximum size hold as much as 17.8 of these.
  for (let index = 0; index < 17; index += 1) states.push(await begin(url, [half], 1_000));
  expect(await initialize(url)).toBe(200);
  expect(states.filter(({ answer }) => answer !== '')).toEqual([]);
  states.push(await begin(url, [half], 1_000));
  const [first] = states;
  if (first?.answer === '') await once(first.socket, 'close');
  expect(first?.answer).toMatch(
    /^HTTP\/1\.1 503 [\s\S]*retry-after: 1[\s\S]*Too many unfinished request bodies/,
  );
  expect(states.slice(1).filter(({ answer }) => answer !== '')).toEqual([]);
  // A client that goes away gives back what its body held.
  for (const { socket } of states.slice(1)) socket.destroy();
  const later = [];
  for (let index = 0; index < 17; index += 1) later.push(await begin(url, [half], 1_000));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(later.filter(({ answer }) => answer !== '')).toEqual([]);
});
