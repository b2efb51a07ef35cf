import { getEventListeners } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
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

const wire = startServer();

describe('a request', () => {
  it('arrives as by fetch', async () => {
    wire.handle = (_, response) => response.end();
    for (const [, fetch] of BOTH) await (await post(wire, fetch, {}, '/v1/x?y=%20z&a=ä#part')).text();
    const [ours, theirs] = wire.requests;
    expect(ours).toMatchObject({ method: 'POST', path: theirs?.path, body: theirs?.body });
    const { 'accept-language': _, 'sec-fetch-mode': __, ...headers } = { ...theirs?.headers };
    expect(ours?.headers).toEqual(headers);
  });

  it('reuses connections', async () => {
    wire.handle = inOnePiece;
    const ports = new Set<number | undefined>();
    for (let count = 0; count < 20; count++) {
      wire.handle = (request, response) => {
        ports.add(request.socket.remotePort);
        response.end('x');
      };
      await (await post(wire, defaultFetch)).text();
    }
    // undici waits for one turn of the event loop before it uses a connection again.
    expect(ports.size).toBeLessThanOrEqual(2);
  });

  it.each<[string, RequestInit]>([
    ['without the type of its content', { headers: {} }],
    ['with letters in Latin-1', { headers: { 'X-Title': 'Café' } }],
    ['with characters of three bytes, and halves of such', { body: '"\ud800 €"' }],
    ['that is large', { body: 'ü'.repeat(5_000_000) }],
    ['with a host', { headers: { host: 'example.org' } }],
  ])('%s arrives as by fetch', async (_, init) => {
    wire.handle = (_request, response) => response.end();
    for (const [, fetch] of BOTH) await (await post(wire, fetch, init)).text();
    const [ours, theirs] = wire.requests.map(({ body, headers }) => {
      const { 'content-type': type, 'content-length': length, host, ...rest } = headers;
      return { same: body === wire.requests[0]?.body, type, length, host, title: rest['x-title'] };
    });
    expect(theirs).toMatchObject({ same: true });
    expect(ours).toEqual(theirs);
  });

  it.each<[string, RequestInit]>([
    ['a control character in a header', { headers: { 'x-title': 'a\u0001b' } }],
    ['a coding of its transfer', { headers: { 'transfer-encoding': 'chunked' } }],
    ['an expectation', { headers: { expect: '100-continue' } }],
    ['a method that has no body', { method: 'GET' }],
    ['a method that makes tunnels', { method: 'CONNECT' }],
  ])('with %s is refused as by fetch', async (_, init) => {
    wire.handle = (_request, response) => response.end();
    const [ours, theirs] = await Promise.all(
      BOTH.map(([, fetch]) =>
        post(wire, fetch, init).then(String, (error: Error) => `${error.name}: ${error.message}`),
      ),
    );
    expect(theirs).toContain('TypeError: ');
    expect(ours).toBe(theirs);
    expect(wire.requests).toEqual([]);
  });

  it.each(BOTH)('follows a redirection with its body (%s)', async (_, fetch) => {
    wire.handle = (request, response) => {
      if (request.url === '/v1') response.writeHead(307, { location: '/v2' }).end('elsewhere');
      else response.end('there');
    };
    const response = await post(wire, fetch);
    expect([response.redirected, response.url, await response.text()]).toEqual([
      true,
      `${wire.url}/v2`,
      'there',
    ]);
    expect(wire.requests.at(-1)).toMatchObject({ path: '/v2', body: '{"text":"grüß dich"}' });
  });

  it('of another kind goes through fetch', async () => {
    wire.handle = (_, response) => response.end('x');
    for (const init of [{ body: new TextEncoder().encode('bytes') }, { keepalive: true }] as RequestInit[]) {
      const response = await post(wire, defaultFetch, init);
      expect(response).toBeInstanceOf(Response);
      await response.text();
    }
    expect(await defaultFetch(new Request(wire.url))).toBeInstanceOf(Response);
    expect(await defaultFetch('data:text/plain,x', { method: 'POST', body: '' })).toBeInstanceOf(Response);
    await expect(post(wire, defaultFetch, { headers: { 'bad name': 'x' } })).rejects.toMatchObject(
      TYPE_ERROR,
    );
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
    wire.handle = (request) => request.socket.destroy();
    await expect(post(wire, fetch)).rejects.toMatchObject({ ...TYPE_ERROR, message: 'fetch failed' });
    wire.handle = (request) => request.socket.end('nonsense\r\n\r\n');
    await expect(post(wire, fetch)).rejects.toMatchObject({ ...TYPE_ERROR, message: 'fetch failed' });
    wire.handle = (request) =>
      request.socket.write('HTTP/1.1 101 Changed\r\nconnection: upgrade\r\nupgrade: other\r\n\r\n');
    await expect(post(wire, fetch)).rejects.toMatchObject({ ...TYPE_ERROR, message: 'fetch failed' });
  });

  it.each(BOTH)('within the reply reaches its reader (%s)', async (_, fetch) => {
    const halves: Handler[] = [
      (_request, response) => response.writeHead(200, { 'content-length': 100 }).write('half'),
      (_request, response) => response.write('half'),
      (_request, response) =>
        response.writeHead(200, { 'content-encoding': 'gzip' }).write(gzipSync(LONG).subarray(0, 40)),
    ];
    for (const begin of halves) {
      let socket: Socket | undefined;
      wire.handle = (request, response) => {
        socket = request.socket;
        begin(request, response);
      };
      const response = await post(wire, fetch);
      socket?.destroy();
      await expect(response.text()).rejects.toMatchObject({ ...TYPE_ERROR, message: 'terminated' });
    }
    wire.handle = (_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end('no gzip at all');
    };
    await expect(post(wire, fetch).then((response) => response.text())).rejects.toMatchObject(TYPE_ERROR);
  });
});

describe('an abort', () => {
  it.each(BOTH)('rejects with its reason and closes the connection (%s)', async (_, fetch) => {
    const reason = new Error('enough');
    await expect(post(wire, fetch, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(wire.requests).toEqual([]);

    for (const begin of [false, true]) {
      let closed: Promise<void> | undefined;
      const controller = new AbortController();
      const reply = post(wire, fetch, { signal: controller.signal });
      const work = reply.then((response) => response.text());
      await new Promise<void>((resolve) => {
        wire.handle = (_request, response) => {
          closed = new Promise((done) => response.on('close', done));
          if (begin) response.write('some');
          resolve();
        };
      });
      if (begin) await reply;
      controller.abort(reason);
      await expect(work).rejects.toBe(reason);
      await closed;
    }
  });

  it.each(BOTH)('at once is not missed (%s)', async (_, fetch) => {
    wire.handle = () => undefined;
    const controller = new AbortController();
    const work = post(wire, fetch, { signal: controller.signal });
    controller.abort(new Error('enough'));
    await expect(work).rejects.toThrow('enough');
  });

  it.each(BOTH)('before the reply is read discards received data (%s)', async (_, fetch) => {
    for (const coding of ['', 'gzip']) {
      wire.handle = (_request, response) => {
        response.writeHead(200, { 'content-encoding': coding }).end(coding ? gzipSync('text') : 'text');
      };
      const controller = new AbortController();
      const response = await post(wire, fetch, { signal: controller.signal });
      await new Promise((resolve) => setTimeout(resolve, 30));
      controller.abort();
      await expect(response.text()).rejects.toMatchObject({ name: 'AbortError' });
    }
  });

  it('that never comes leaves no listeners on its signal', async () => {
    wire.handle = inOnePiece;
    const { signal } = new AbortController();
    for (let count = 0; count < 20; count++) await (await post(wire, defaultFetch, { signal })).text();
    wire.handle = (request) => request.socket.destroy();
    await expect(post(wire, defaultFetch, { signal })).rejects.toMatchObject(TYPE_ERROR);
    while (getEventListeners(signal, 'abort').length > 0) await turn();
  });

  it('after the end changes nothing', async () => {
    wire.handle = inOnePiece;
    const controller = new AbortController();
    const text = await (await post(wire, defaultFetch, { signal: controller.signal })).text();
    controller.abort();
    expect(text).toBe('{"a":"ü"}');
    expect(wire.sockets.size).toBeGreaterThan(0);
  });
});
