/** What the server refuses. */

import { symlinkSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import path from 'node:path';
import { cleanUp, createFolder, openStudio, removeFolders, type TestStudio } from '../studio.test.support.js';

let studio: TestStudio;

beforeEach(async () => {
  const root = createFolder({ 'src/tools.ts': 'one\ntwo\nthree\n', 'secret.txt': 'secret' });
  symlinkSync('/etc/passwd', path.join(root, 'src/link.ts'));
  const problem = { code: 'TW0001', severity: 'error', message: 'm', line: 1, column: 1 } as const;
  studio = await openStudio({
    root,
    problems: {
      start: ({ onProblems }) =>
        onProblems({
          status: 'read',
          diagnostics: ['src/tools.ts', 'src/link.ts', '../outside.ts', 'src'].map((file) => ({
            ...problem,
            file,
          })),
        }),
      close: () => {},
    },
  });
});
afterEach(cleanUp);
afterAll(removeFolders);

/** A request as it is given: `fetch` would not send these headers and paths. */
function send(
  address: string,
  headers: Record<string, string> = {},
  { method = 'GET', body = '' } = {},
): Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; text: string }> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(
      { host: '127.0.0.1', port: studio.port, path: address, method, headers },
      (response) => {
        let text = '';
        response.on('data', (data) => (text += data));
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
        );
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

const own = () => ({ authorization: `Bearer ${studio.token}` });

// K4
describe('the server', () => {
  it('listens on loopback alone, with a token of 32 bytes', () => {
    expect(studio.url).toBe(`http://127.0.0.1:${studio.port}/#token=${studio.token}`);
    expect(Buffer.from(studio.token, 'base64url')).toHaveLength(32);
  });

  it.each([
    ['another name, which DNS has been made to point here', { host: 'evil.example' }],
    ['another name with the right port', () => ({ host: `evil.example:${studio.port}` })],
    ['another port', { host: '127.0.0.1:1' }],
    ['a name that only begins like ours', () => ({ host: `127.0.0.1.evil.example:${studio.port}` })],
    ['the page of another site', { origin: 'https://evil.example' }],
    ['a page without an origin', { origin: 'null' }],
    ['our host over another protocol', () => ({ origin: `https://127.0.0.1:${studio.port}` })],
    ['another page of this machine', { origin: 'http://127.0.0.1:1' }],
    ['a request that a browser calls cross-site', { 'sec-fetch-site': 'cross-site' }],
    ['a request from another port of this machine', { 'sec-fetch-site': 'same-site' }],
  ])('refuses %s, even with the token', async (_what, given) => {
    const headers = typeof given === 'function' ? given() : given;
    for (const address of ['/', '/api/tools', '/assets/a-1.js']) {
      const { status, headers: sent } = await send(address, { ...own(), ...headers });
      expect(status).toBe(403);
      expect(sent).not.toHaveProperty('access-control-allow-origin');
    }
  });

  it.each(['127.0.0.1', 'localhost', '[::1]'])('answers its own page at %s', async (name) => {
    const host = `${name}:${studio.port}`;
    const headers = { ...own(), host, origin: `http://${host}`, 'sec-fetch-site': 'same-origin' };
    expect(await send('/api/tools', headers)).toMatchObject({ status: 200, text: '{"tools":[]}' });
  });

  it.each([
    ['no token', () => ({})],
    ['a wrong token', () => ({ authorization: 'Bearer wrong' })],
    ['the beginning of the token', () => ({ authorization: `Bearer ${studio.token.slice(0, -1)}` })],
    ['another scheme', () => ({ authorization: `Basic ${studio.token}` })],
  ])('refuses a request with %s', async (_what, headers) => {
    for (const address of ['/api/studio', '/api/updates', '/api/none']) {
      expect(await send(address, headers())).toMatchObject({ status: 401 });
    }
    const body = { method: 'POST', body: '{}' };
    expect(
      await send('/api/calls', { ...headers(), 'content-type': 'application/json' }, body),
    ).toMatchObject({
      status: 401,
    });
  });

  it('can be reached by a link in another page, which opens it and learns nothing', async () => {
    const visit = {
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'navigate',
      'sec-fetch-dest': 'document',
    };
    expect((await send('/', visit)).status).toBe(200);
    expect((await send('/', { ...visit, 'sec-fetch-dest': 'iframe' })).status).toBe(403);
    expect((await send('/api/tools', { ...own(), ...visit })).status).toBe(403);
  });

  it('does not take the token from the address, where logs and other pages would see it', async () => {
    expect(await send(`/api/tools?token=${studio.token}`)).toMatchObject({ status: 401 });
  });

  it('sends a policy that lets the page load nothing from elsewhere, with each reply', async () => {
    for (const address of ['/', '/assets/a-1.js', '/none.js', '/api/tools']) {
      const { headers } = await send(address, own());
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'content-security-policy': expect.stringMatching(
          /^default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:;.*frame-ancestors 'none'$/,
        ),
      });
    }
  });

  it('serves the files of the page and no others', async () => {
    expect(await send('/')).toMatchObject({ status: 200, text: '<!doctype html>' });
    expect(await send('/assets/a-1.js')).toMatchObject({ status: 200, text: 'let a;' });
    for (const address of [
      '/../secret.txt',
      '/assets/../../secret.txt',
      '/..%2fsecret.txt',
      '/%2e%2e/secret.txt',
      '//etc/passwd.txt',
      '/assets/\\..\\secret.txt',
      '/__proto__.js',
    ]) {
      expect((await send(address)).status).toBe(404);
    }
  });

  it('shows lines of files that a tool or a diagnostic names, inside the project', async () => {
    expect((await send('/api/source?file=src/tools.ts&line=2', own())).text).toBe(
      '{"file":"src/tools.ts","from":1,"lines":["one","two","three",""]}',
    );
    for (const file of [
      'secret.txt',
      'src/link.ts',
      '../outside.ts',
      'src',
      '/etc/passwd',
      'src/../secret.txt',
    ]) {
      expect((await send(`/api/source?file=${encodeURIComponent(file)}`, own())).status).toBe(404);
    }
  });

  it.each([
    ['text/plain', 415],
    ['application/x-www-form-urlencoded', 415],
    ['multipart/form-data; boundary=x', 415],
    ['application/json', 503],
    ['application/json; charset=utf-8', 503],
  ])('answers a body of %s with %i: a form of another page cannot send JSON', async (type, status) => {
    const body = '{"tool":"x","arguments":{}}';
    const headers = { ...own(), 'content-type': type };
    expect((await send('/api/calls', headers, { method: 'POST', body })).status).toBe(status);
  });

  it('refuses a body that is too large, announced or not', async () => {
    const headers = { ...own(), 'content-type': 'application/json' };
    const announced = { ...headers, 'content-length': '999999999' };
    expect(
      (await send('/api/calls', announced, { method: 'POST' }).catch(() => ({ status: 413 }))).status,
    ).toBe(413);
    const body = `{"tool":"${'x'.repeat(11_000_000)}"}`;
    const sent = await send(
      '/api/calls',
      { ...headers, 'transfer-encoding': 'chunked' },
      { method: 'POST', body },
    ).catch(
      // The connection may be closed while the rest of the body is sent.
      () => ({ status: 413 }),
    );
    expect(sent.status).toBe(413);
    expect((await send('/api/tools', own())).status).toBe(200);
  });

  it.each([
    '',
    '[]',
    'null',
    '{',
    '"x"',
    '{"tool":1,"arguments":{}}',
    '{"tool":"x","arguments":[]}',
    '{"tool":"x","arguments":{},"consent":"yes"}',
  ])('refuses the body %s', async (body) => {
    const headers = { ...own(), 'content-type': 'application/json' };
    expect(await send('/api/calls', headers, { method: 'POST', body })).toMatchObject({
      status: 400,
      text: expect.stringContaining('BAD_REQUEST'),
    });
  });

  it('refuses a body that is nested too deep to be sent on', async () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const body = { method: 'POST', body: `{"tool":"x","arguments":{"a":${deep}}}` };
    expect((await send('/api/calls', { ...own(), 'content-type': 'application/json' }, body)).status).toBe(
      400,
    );
  });

  it('goes on when a client sends half a body and leaves, or sends no HTTP', async () => {
    const head = `POST /api/attach HTTP/1.1\r\nHost: 127.0.0.1:${studio.port}\r\nAuthorization: Bearer ${studio.token}\r\n`;
    for (const text of [
      `${head}Content-Type: application/x-ndjson\r\nContent-Length: 100\r\n\r\nhalf`,
      'nonsense\r\n\r\n',
    ]) {
      await new Promise<void>((resolve) => {
        const socket = connect(studio.port, '127.0.0.1', () => {
          socket.write(text, () => socket.destroy());
        });
        socket.on('close', () => resolve());
      });
    }
    expect((await send('/api/runs', own())).text).toBe('{"runs":[],"more":false}');
  });

  it('leads an address of the page without # to the page', async () => {
    for (const place of ['/tools', '/runs/r-1/4', '/runs/a.b', '/sessions/a%2Fb', '/problems']) {
      const { status, headers } = await send(`${place}?x=1`);
      expect({ status, location: headers.location }).toEqual({ status: 302, location: `/#${place}` });
    }
    for (const address of ['/else', '/tools-2', '/none.js', '//evil.example/tools']) {
      const { status, text } = await send(address);
      expect(status).toBe(404);
      expect(JSON.parse(text)).toEqual({
        error: {
          code: 'NOT_FOUND',
          message: 'Not found.',
          hint: 'Open the URL that `toolwright dev` prints.',
        },
      });
    }
  });

  it('knows no other addresses and methods', async () => {
    expect((await send('/api/none', own())).status).toBe(404);
    expect((await send('/api/tools', own(), { method: 'DELETE' })).status).toBe(404);
    expect((await send('/', {}, { method: 'POST' })).status).toBe(405);
    expect((await send('/api/runs/%E0%A4%A', own())).status).toBe(400);
    expect((await send('/api/runs/__proto__', own())).status).toBe(404);
  });
});
