import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { defaultFetch } from './default-fetch.js';
import { HttpReply } from './http-reply.js';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

let server: Server;
let url = '';
let handle: Handler;
let requests: { method?: string | undefined; path?: string | undefined; body: string; headers: object }[] =
  [];
const sockets = new Set<Socket>();

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method, url: path, headers } = request;
    requests.push({ method, path, headers, body: Buffer.concat(chunks).toString('utf8') });
    handle(request, response);
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on a port has an address of this form.
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  requests = [];
});
afterAll(
  () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    }),
);

const post = (fetch: typeof globalThis.fetch, init: RequestInit = {}, path = '/v1') =>
  fetch(`${url}${path}`, {
    method: 'POST',
    headers: new Headers({ 'content-type': 'application/json', authorization: 'Bearer k' }),
    body: '{"text":"grüß dich"}',
    ...init,
  });
// The classes of errors of fetch are not those of the tests.
const TYPE_ERROR = { name: 'TypeError' };
const BOTH = [
  ['over node:http', defaultFetch],
  ['by fetch', globalThis.fetch],
] as const;

/** What a caller learns of a response. */
async function describeReply(response: Response) {
  const { status, statusText, ok, type, redirected, url: from } = response;
  const headers = [...response.headers].filter(([name]) => name !== 'date');
  return { status, statusText, ok, type, redirected, from, headers, text: await response.text() };
}

const long = 'grüße 🎉 '.repeat(20_000);
const REPLIES: Record<string, Handler> = {
  'in one piece': (_, response) => response.end('{"a":"ü"}'),
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
  'in pieces that part characters': (_, response) => {
    const bytes = Buffer.from(long);
    response.write(bytes.subarray(0, 4));
    setTimeout(() => response.end(bytes.subarray(4)), 5);
  },
  'that is empty': (_, response) => response.end(),
  'without a body': (_, response) => response.writeHead(204).end(),
  'with a mark of its byte order': (_, response) => response.end('\uFEFF{}'),
  'with a broken character': (_, response) => response.end(Buffer.from([0x61, 0xc3])),
  'in gzip': (_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(long)),
  'in deflate': (_, response) =>
    response.writeHead(200, { 'content-encoding': 'deflate' }).end(deflateSync(long)),
  'in brotli': (_, response) =>
    response.writeHead(200, { 'content-encoding': 'br' }).end(brotliCompressSync(long)),
  'in two codings': (_, response) =>
    response.writeHead(200, { 'content-encoding': 'deflate, gzip' }).end(gzipSync(deflateSync('twice'))),
  'until the connection closes': (_, response) => {
    response.socket?.end('HTTP/1.0 200 OK\r\n\r\nall there is');
  },
};

describe('a reply', () => {
  it.each(Object.entries(REPLIES))('%s is the same as by fetch', async (_, handler) => {
    handle = handler;
    const ours = await post(defaultFetch);
    expect(ours).toBeInstanceOf(HttpReply);
    expect(await describeReply(ours)).toEqual(await describeReply(await post(globalThis.fetch)));
  });

  it.each(BOTH)('can be read once, in whatever form (%s)', async (_, fetch) => {
    handle = REPLIES['in one piece'] as Handler;
    const json = await post(fetch);
    expect(json.bodyUsed).toBe(false);
    expect(await json.json()).toEqual({ a: 'ü' });
    expect(json.bodyUsed).toBe(true);
    await expect(json.text()).rejects.toMatchObject(TYPE_ERROR);
    expect((await (await post(fetch)).arrayBuffer()).byteLength).toBe(10);
    expect((await (await post(fetch)).blob()).size).toBe(10);
    const form = await post(fetch);
    await expect(form.formData()).rejects.toMatchObject(TYPE_ERROR);
    const first = await post(fetch);
    const second = first.clone();
    expect([await first.text(), await second.text()]).toEqual(['{"a":"ü"}', '{"a":"ü"}']);
    const streamed = await post(fetch);
    const pieces: Uint8Array[] = [];
    for await (const piece of streamed.body ?? []) pieces.push(piece);
    expect(Buffer.concat(pieces).toString()).toBe('{"a":"ü"}');
    await expect(streamed.text()).rejects.toMatchObject(TYPE_ERROR);
  });

  it('whose body was looked at, but not read, can still be read', async () => {
    handle = REPLIES['in pieces that part characters'] as Handler;
    const response = await post(defaultFetch);
    expect(response.body?.locked).toBe(false);
    expect(await response.text()).toBe(long);
  });

  it.each(BOTH)('that is left is closed by cancelling its body (%s)', async (_, fetch) => {
    let closed: Promise<void> | undefined;
    handle = (_request, response) => {
      closed = new Promise((resolve) => response.on('close', resolve));
      response.write('more to come');
    };
    const response = await post(fetch);
    await response.body?.cancel();
    await closed;
  });

  it('in a coding that is not known is refused', async () => {
    handle = (_, response) => response.writeHead(200, { 'content-encoding': 'zip' }).end('?');
    await expect(post(defaultFetch)).rejects.toThrow("The reply is encoded as 'zip', which is not known.");
  });
});

describe('a request', () => {
  it('arrives as by fetch', async () => {
    handle = (_, response) => response.end();
    for (const [, fetch] of BOTH) await (await post(fetch, {}, '/v1/x?y=%20z&a=ä#part')).text();
    const [ours, theirs] = requests;
    expect(ours).toMatchObject({ method: 'POST', path: theirs?.path, body: theirs?.body });
    const {
      'accept-language': _,
      'sec-fetch-mode': __,
      ...headers
    } = { ...theirs?.headers } as Record<string, unknown>;
    expect(ours?.headers).toEqual(headers);
  });

  it('uses a connection again', async () => {
    handle = REPLIES['in one piece'] as Handler;
    const ports = new Set<number | undefined>();
    for (let count = 0; count < 5; count++) {
      handle = (request, response) => {
        ports.add(request.socket.remotePort);
        response.end('x');
      };
      await (await post(defaultFetch)).text();
    }
    expect(ports.size).toBe(1);
  });

  it.each(BOTH)('follows a redirection with its body (%s)', async (_, fetch) => {
    handle = (request, response) => {
      if (request.url === '/v1') response.writeHead(307, { location: '/v2' }).end('elsewhere');
      else response.end('there');
    };
    const response = await post(fetch);
    expect([response.redirected, response.url, await response.text()]).toEqual([true, `${url}/v2`, 'there']);
    expect(requests.at(-1)).toMatchObject({ path: '/v2', body: '{"text":"grüß dich"}' });
  });

  it('of another kind goes through fetch', async () => {
    handle = (_, response) => response.end('x');
    for (const init of [{ body: new TextEncoder().encode('bytes') }, { keepalive: true }] as RequestInit[]) {
      const response = await post(defaultFetch, init);
      expect(response).toBeInstanceOf(Response);
      await response.text();
    }
    expect(await defaultFetch(new Request(url))).toBeInstanceOf(Response);
    expect(await defaultFetch('data:text/plain,x', { method: 'POST', body: '' })).toBeInstanceOf(Response);
    await expect(post(defaultFetch, { headers: { 'bad name': 'x' } })).rejects.toMatchObject(TYPE_ERROR);
    await expect(
      defaultFetch('http://user:pw@127.0.0.1', { method: 'POST', body: '' }),
    ).rejects.toMatchObject(TYPE_ERROR);
  });
});

describe('a failure', () => {
  it.each(BOTH)('to connect has a cause (%s)', async (_, fetch) => {
    const closed = createServer();
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
    const free = (closed.address() as AddressInfo).port;
    await new Promise((resolve) => closed.close(resolve));
    const refused = await fetch(`http://127.0.0.1:${free}`, { method: 'POST', body: '' }).catch(
      (thrown) => thrown,
    );
    expect(refused).toMatchObject({ message: 'fetch failed', cause: { code: 'ECONNREFUSED' } });
  });

  it.each(BOTH)('before the reply is a TypeError (%s)', async (_, fetch) => {
    handle = (request) => request.socket.destroy();
    await expect(post(fetch)).rejects.toMatchObject({ ...TYPE_ERROR, message: 'fetch failed' });
    handle = (request) => request.socket.end('nonsense\r\n\r\n');
    await expect(post(fetch)).rejects.toMatchObject({ ...TYPE_ERROR, message: 'fetch failed' });
  });

  it.each(BOTH)('within the reply is told to its reader (%s)', async (_, fetch) => {
    const cuts: Handler[] = [
      (request, response) => {
        response.writeHead(200, { 'content-length': 100 }).write('half');
        setTimeout(() => request.socket.destroy(), 5);
      },
      (request, response) => {
        response.write('half');
        setTimeout(() => request.socket.destroy(), 5);
      },
      (request, response) => {
        response.writeHead(200, { 'content-encoding': 'gzip' }).write(gzipSync(long).subarray(0, 40));
        setTimeout(() => request.socket.destroy(), 5);
      },
    ];
    for (const cut of cuts) {
      handle = cut;
      const response = await post(fetch);
      await expect(response.text()).rejects.toMatchObject({ ...TYPE_ERROR, message: 'terminated' });
    }
    handle = (_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end('no gzip at all');
    };
    await expect(post(fetch).then((response) => response.text())).rejects.toMatchObject(TYPE_ERROR);
  });
});

describe('an abort', () => {
  it.each(BOTH)('is told by its reason, and closes the connection (%s)', async (_, fetch) => {
    const reason = new Error('enough');
    await expect(post(fetch, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(requests).toEqual([]);

    for (const begin of [false, true]) {
      let closed: Promise<void> | undefined;
      const controller = new AbortController();
      const work = post(fetch, { signal: controller.signal }).then((response) => response.text());
      await new Promise<void>((resolve) => {
        handle = (_request, response) => {
          closed = new Promise((done) => response.on('close', done));
          if (begin) response.write('some');
          setTimeout(resolve, 20);
        };
      });
      controller.abort(reason);
      await expect(work).rejects.toBe(reason);
      await closed;
    }
  });

  it('after the end changes nothing', async () => {
    handle = REPLIES['in one piece'] as Handler;
    const controller = new AbortController();
    const text = await (await post(defaultFetch, { signal: controller.signal })).text();
    controller.abort();
    expect(text).toBe('{"a":"ü"}');
    expect(sockets.size).toBeGreaterThan(0);
  });
});
