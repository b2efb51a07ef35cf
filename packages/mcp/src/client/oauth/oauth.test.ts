/** Our client with our server and an authorization server, all over real HTTP. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { ToolRegistry } from '@toolwright/tools';
import { bundle } from '../../bundle.test.support.js';
import { serveMcp } from '../../serve-mcp.js';
import { createTools } from '../../tools.test.fixture.js';
import { connectMcp } from '../connect-mcp.js';
import type { UrlOptions } from '../connect-options.js';
import type { McpConnection } from '../mcp-connection.js';
import { agree, authorizationServer } from './authorization-server.test.support.js';
import type { OAuthOptions } from './oauth-options.js';

const ends: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function start() {
  const server = await authorizationServer();
  ends.push(server.close);
  const service = await serveMcp(createTools(), {
    contextFor: () => undefined,
    http: { verifyToken: server.verifyToken, authorizationServers: [server.url], requiredScopes: ['tools'] },
  });
  ends.push(service.close);
  return { server, url: service.url ?? '' };
}

function memory() {
  const texts = new Map<string, string>();
  return {
    texts,
    load: (server: string) => texts.get(server),
    save: (server: string, text: string) => void texts.set(server, text),
  };
}

async function freeUrl(): Promise<string> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/callback`;
}

async function connect(url: string, oauth: Partial<OAuthOptions> = {}, more: Partial<UrlOptions> = {}) {
  const opened: URL[] = [];
  const storage = memory();
  const redirectUrl = await freeUrl();
  const openBrowser = async (page: URL): Promise<void> => {
    opened.push(page);
    const back = await agree(page);
    // Another request to the same address is no answer.
    expect((await fetch(redirectUrl)).status).toBe(400);
    expect((await fetch(redirectUrl.replace('/callback', '//'))).status).toBe(400);
    void fetch(back).catch(() => undefined);
  };
  // One of the two ways; tests replace it by the other.
  const options = { storage, redirectUrl, openBrowser, ...oauth } as OAuthOptions;
  const connection = await connectMcp({ url, oauth: options, ...more, command: undefined });
  ends.push(() => connection.close());
  return { connection, opened, storage, call: callerOf(connection) };
}

function callerOf(connection: McpConnection): (text: string) => Promise<unknown> {
  const registry = new ToolRegistry();
  connection.addTo(registry);
  return (text) => registry.call('echo', { text });
}

const count = (list: readonly unknown[]): number => list.length;

describe('a client', () => {
  it('finds the authorization server, registers itself, asks the person once, and proves who it is', async () => {
    const { server, url } = await start();
    const { call, opened } = await connect(url, { clientName: 'Stock app' });
    expect(await call('hello')).toBe('hello');
    expect(opened).toHaveLength(1);
    const [registration] = server.sent('/register');
    expect(JSON.parse(registration?.metadata ?? '')).toMatchObject({ client_name: 'Stock app' });
    expect(server.sent('/authorize')).toEqual([
      expect.objectContaining({ code_challenge_method: 'S256', resource: url, scope: 'tools' }),
    ]);
    expect(count(server.sent('/token'))).toBe(1);
  });

  it('renews expired tokens without the person, also for several calls at once', async () => {
    const { server, url } = await start();
    const { call, opened } = await connect(url);
    server.expireAll();
    expect(await Promise.all(['a', 'b', 'c'].map(call))).toEqual(['a', 'b', 'c']);
    server.expireAll();
    expect(await call('d')).toBe('d');
    const [, ...renewals] = server.sent('/token');
    expect(renewals.every(({ grant_type }) => grant_type === 'refresh_token')).toBe(true);
    // A refresh token works once.
    expect(new Set(renewals.map(({ refresh_token }) => refresh_token)).size).toBe(renewals.length);
    expect(opened).toHaveLength(1);
  });

  it('asks the person again, once for all calls, when its tokens were revoked', async () => {
    // The SDK says there that it asks again.
    const { warn } = console;
    console.warn = () => undefined;
    ends.push(async () => {
      console.warn = warn;
    });
    const { server, url } = await start();
    const { call, opened } = await connect(url);
    server.expireAll();
    server.revokeAll();
    expect(await Promise.all(['a', 'b', 'c'].map(call))).toEqual(['a', 'b', 'c']);
    expect(opened).toHaveLength(2);
  });

  it('uses a registration that you have', async () => {
    const { server, url } = await start();
    const { call } = await connect(url, { clientId: 'mine' });
    expect(await call('hello')).toBe('hello');
    expect(server.sent('/register')).toEqual([]);
    expect(server.sent('/authorize')[0]).toMatchObject({ client_id: 'mine' });
  });
});

describe('what a client has stored', () => {
  it('serves the next process', async () => {
    const { server, url } = await start();
    const folder = mkdtempSync(path.join(tmpdir(), 'toolwright-oauth-'));
    const program = await bundle(new URL('oauth.test.fixture.ts', import.meta.url));
    ends.push(async () => {
      program.remove();
      rmSync(folder, { recursive: true });
    });
    const file = path.join(folder, 'grant.json');
    const { storage, connection } = await connect(url);
    await connection.close();
    writeFileSync(file, storage.texts.get(url) ?? '');
    server.expireAll();
    const { stdout } = await promisify(execFile)(process.execPath, [program.program, url, file]);
    expect(stdout).toBe('still here');
    expect(count(server.sent('/authorize'))).toBe(1);
    expect(readFileSync(file, 'utf8')).not.toBe(storage.texts.get(url));
  });

  it('is for one authorization server: another one gets none of it', async () => {
    const { server, url } = await start();
    const { storage } = await connect(url);
    const grant = JSON.parse(storage.texts.get(url) ?? '');
    for (const part of [grant.tokens, grant.client]) part.issuer = 'https://other.example';
    storage.texts.set(url, JSON.stringify(grant));
    server.expireAll();
    const { opened } = await connect(url, { storage });
    expect(opened).toHaveLength(1);
    expect(server.sent('/token').map(({ grant_type }) => grant_type)).toEqual([
      'authorization_code',
      'authorization_code',
    ]);
    expect(count(server.sent('/register'))).toBe(2);
  });

  it('is refused if it cannot be read', async () => {
    const { url } = await start();
    for (const text of ['secret {', '[]', '']) {
      const storage = { load: () => text, save: () => undefined };
      const error = await connect(url, { storage }).catch((thrown) => thrown);
      expect(error).toMatchObject({ code: 'INVALID_CONFIG', message: expect.stringContaining(url) });
      expect(error.message).not.toContain('secret');
    }
  });
});

describe('a client is not let in, and sends no code,', () => {
  const refused = async (url: string, oauth: Partial<OAuthOptions> = {}) =>
    expect(await connect(url, oauth).catch((thrown) => thrown)).toMatchObject({ code: 'AUTHENTICATION' });

  it('if the metadata name another issuer', async () => {
    const { server, url } = await start();
    server.faults.metadata = { issuer: 'https://other.example' };
    await refused(url);
    expect(server.sent('/authorize')).toEqual([]);
  });

  it('if the answer comes from another issuer, or from none', async () => {
    const { server, url } = await start();
    server.faults.callback = { iss: 'https://other.example' };
    await refused(url);
    const authorize = async (page: URL): Promise<URL> => {
      const back = await agree(page);
      back.searchParams.delete('iss');
      return back;
    };
    server.faults.callback = {};
    await refused(url, { openBrowser: undefined, authorize });
    expect(server.sent('/token')).toEqual([]);
  });

  it('if the answer belongs to another request', async () => {
    const { server, url } = await start();
    server.faults.callback = { state: 'other' };
    await refused(url, { openBrowser: undefined, authorize: agree });
    expect(server.sent('/token')).toEqual([]);
  });

  it('if the person refuses', async () => {
    const { server, url } = await start();
    server.faults.callback = { error: 'access_denied', code: '' };
    await refused(url);
    expect(server.sent('/token')).toEqual([]);
  });

  it('if the authorization server is not the one that you accept', async () => {
    const { server, url } = await start();
    await refused(url, { issuer: 'https://login.example.com' });
    expect(server.sent('/authorize')).toEqual([]);
    expect(await (await connect(url, { issuer: `${server.url}/` })).call('in')).toBe('in');
  });

  it.each(['file:///bin/sh', 'http://elsewhere.example/authorize', 'javascript:alert(1)', 'vscode://run/it'])(
    'if the page is %s, which is not opened',
    async (page) => {
      const { server, url } = await start();
      server.faults.metadata = { authorization_endpoint: page };
      const opened: URL[] = [];
      const openBrowser = (one: URL): void => void opened.push(one);
      await expect(connect(url, { openBrowser })).rejects.toMatchObject({ blame: 'provider' });
      expect(opened).toEqual([]);
    },
  );

  it('if the person does not answer in time, or the program gives up', async () => {
    const { url } = await start();
    const openBrowser = (): void => undefined;
    const late = connect(url, { openBrowser, timeoutMs: 50 });
    await expect(late).rejects.toMatchObject({
      code: 'AUTHENTICATION',
      message: expect.stringContaining('in time'),
    });
    const controller = new AbortController();
    const authorize = (): Promise<never> => {
      controller.abort();
      return new Promise(() => undefined);
    };
    const oauth = { storage: memory(), redirectUrl: await freeUrl(), authorize };
    const given = connectMcp({ url, oauth, signal: controller.signal });
    await expect(given).rejects.toMatchObject({ code: 'ABORTED' });
  });
});

it('options that cannot work are refused', async () => {
  const refused = async (oauth: Partial<OAuthOptions>, more: Partial<UrlOptions> = {}) =>
    expect(await connect('http://127.0.0.1:1/mcp', oauth, more).catch((thrown) => thrown)).toMatchObject({
      code: 'INVALID_CONFIG',
    });
  await refused({ redirectUrl: 'https://app.example/callback' });
  await refused({ redirectUrl: 'callback' });
  await refused({ clientId: 'mine', clientSecret: 's3cret' });
  await refused({}, { token: 's3cret' });
});
