import { type AddressInfo, createServer, type Socket } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { defaultFetch } from './default-fetch.js';
import {
  BOTH,
  type Handler,
  inOnePiece,
  LONG,
  post,
  startServer,
  TYPE_ERROR,
} from './default-fetch.test.fixture.js';
import { HttpReply } from './http-reply.js';

const wire = startServer();

const inTwoPieces: Handler = (_, response) => {
  const bytes = Buffer.from(LONG);
  response.write(bytes.subarray(0, 4));
  setTimeout(() => response.end(bytes.subarray(4)), 5);
};

/** The facts about a response that a caller can see. */
async function describeReply(response: Response) {
  const { status, statusText, ok, type, redirected, url: from } = response;
  const headers = [...response.headers].filter(([name]) => name !== 'date');
  return { status, statusText, ok, type, redirected, from, headers, text: await response.text() };
}

const REPLIES: Record<string, Handler> = {
  'in one piece': inOnePiece,
  'with a status and headers': (_, response) =>
    response
      .writeHead(418, 'Teapot', [
        ['Set-Cookie', 'a=1'],
        ['Set-Cookie', 'b=2'],
        ['X-Request-Id', 'r 1'],
        ['x-many', 'one'],
        ['x-many', 'two'],
      ])
      .end('no'),
  'in pieces that part characters': inTwoPieces,
  'that is empty': (_, response) => response.end(),
  'without a body': (_, response) => response.writeHead(204).end(),
  'with a mark of its byte order': (_, response) => response.end('\uFEFF{}'),
  'with a broken character': (_, response) => response.end(Buffer.from([0x61, 0xc3])),
  'in gzip': (_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(LONG)),
  'in deflate': (_, response) =>
    response.writeHead(200, { 'content-encoding': 'deflate' }).end(deflateSync(LONG)),
  'in brotli': (_, response) =>
    response.writeHead(200, { 'content-encoding': 'br' }).end(brotliCompressSync(LONG)),
  'in two codings': (_, response) =>
    response.writeHead(200, { 'content-encoding': 'deflate, gzip' }).end(gzipSync(deflateSync('twice'))),
  ...Object.fromEntries(
    ['utf-8', 'none', 'gzip, zip', 'identity', ''].map((coding): [string, Handler] => [
      `in the coding '${coding}', which is none,`,
      (_, response) => response.writeHead(200, { 'content-encoding': coding }).end('as it is'),
    ]),
  ),
  'until the connection closes': (_, response) => {
    response.socket?.end('HTTP/1.0 200 OK\r\n\r\nall there is');
  },
};

describe('a reply', () => {
  it.each(Object.entries(REPLIES))('%s is the same as by fetch', async (_, handler) => {
    wire.handle = handler;
    const ours = await post(wire, defaultFetch);
    expect(ours).toBeInstanceOf(HttpReply);
    expect(await describeReply(ours)).toEqual(await describeReply(await post(wire, globalThis.fetch)));
  });

  it.each(BOTH)('can be read once, in whatever form (%s)', async (_, fetch) => {
    wire.handle = inOnePiece;
    const json = await post(wire, fetch);
    expect(json.bodyUsed).toBe(false);
    expect(await json.json()).toEqual({ a: 'ü' });
    expect(json.bodyUsed).toBe(true);
    await expect(json.text()).rejects.toMatchObject(TYPE_ERROR);
    expect((await (await post(wire, fetch)).arrayBuffer()).byteLength).toBe(10);
    expect((await (await post(wire, fetch)).blob()).size).toBe(10);
    const form = await post(wire, fetch);
    await expect(form.formData()).rejects.toMatchObject(TYPE_ERROR);
    const first = await post(wire, fetch);
    const second = first.clone();
    expect([await first.text(), await second.text()]).toEqual(['{"a":"ü"}', '{"a":"ü"}']);
    const streamed = await post(wire, fetch);
    const pieces: Uint8Array[] = [];
    for await (const piece of streamed.body ?? []) pieces.push(piece);
    expect(Buffer.concat(pieces).toString()).toBe('{"a":"ü"}');
    await expect(streamed.text()).rejects.toMatchObject(TYPE_ERROR);
  });

  it('can be read after its body was accessed', async () => {
    wire.handle = inTwoPieces;
    const response = await post(wire, defaultFetch);
    expect(response.body?.locked).toBe(false);
    expect(await response.text()).toBe(LONG);
  });

  it.each(BOTH)('that is not read is closed by cancelling its body (%s)', async (_, fetch) => {
    let closed: Promise<void> | undefined;
    wire.handle = (_request, response) => {
      closed = new Promise((resolve) => response.on('close', resolve));
      response.write('more to come');
    };
    const response = await post(wire, fetch);
    await response.body?.cancel();
    await closed;
  });

  it.each(BOTH)('whose text is read can be cloned before (%s)', async (_, fetch) => {
    wire.handle = inOnePiece;
    const response = await post(wire, fetch);
    const copy = response.clone();
    expect([response.bodyUsed, response.body?.locked, copy.bodyUsed]).toEqual([false, false, false]);
    for (const each of [response, copy]) {
      const reader = each instanceof HttpReply ? each.openReader() : each.body?.getReader();
      expect((await reader?.read())?.value).toHaveLength(10);
      expect(each.bodyUsed).toBe(true);
    }
  });

  it.each(BOTH)('has the address without the parts that servers do not see (%s)', async (_, fetch) => {
    wire.handle = inOnePiece;
    const response = await post(wire, fetch, {}, '/v1?a=1#part');
    expect([response.url, await response.text()]).toEqual([`${wire.url}/v1?a=1`, '{"a":"ü"}']);
  });

  it.each(BOTH)('to a part of the request closes the connection (%s)', async (_, fetch) => {
    const early = createServer((socket) => {
      socket.on('error', () => undefined).pause();
      socket.write('HTTP/1.1 413 Too Large\r\ncontent-length: 3\r\n\r\nbig');
    });
    const connected = new Promise<Socket>((resolve) => early.once('connection', resolve));
    await new Promise<void>((resolve) => early.listen(0, '127.0.0.1', resolve));
    // A server that listens on a port has an address of this form.
    const { port } = early.address() as AddressInfo;
    const body = 'x'.repeat(20_000_000);
    const response = await fetch(`http://127.0.0.1:${port}`, { method: 'POST', body });
    expect([response.status, await response.text()]).toEqual([413, 'big']);
    const socket = await connected;
    const closed = new Promise((resolve) => socket.on('close', resolve));
    socket.resume();
    await closed;
    await new Promise((resolve) => early.close(resolve));
  });
});
