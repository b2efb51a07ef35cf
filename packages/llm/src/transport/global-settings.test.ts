import { execFile } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { Agent, EnvHttpProxyAgent, interceptors, MockAgent, RetryAgent } from 'undici';
import { isPlainFetch } from './is-plain-fetch.js';

/** For localhost, until the year 2126, trusted by nobody. */
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBnDCCAUGgAwIBAgIUBkVOq5Xam65LbSMGSq3Pso/VcU8wCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMjA5MzUyMloYDzIxMjYxMDI5
MDkzNTIyWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAQ7Y+35PmNxDkvxKghSZl2ZPa0Vh0q2q1VxRWIEjlHdC/NZ34SrySJH
ylScBYo/SWZA5tDTaRDAt9RVkcMp6Yr9o28wbTAdBgNVHQ4EFgQUT3wgFOG2H/rP
zqXpCdjcDMPFRXUwHwYDVR0jBBgwFoAUT3wgFOG2H/rPzqXpCdjcDMPFRXUwDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDSQAwRgIhAJo25RXP63fOnqjKYbr0iVegxlvttjjtPEmNobTfjqoNAiEA
zskda8oLudaEqo5R4FbI/uYeO3RWY/b1XbxOaXwCPmk=
-----END CERTIFICATE-----
`;
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQggl+Kc8EFUBq7LoDa
bsgTuKvMoksrNgs72CD+5wHU+pqhRANCAAQ7Y+35PmNxDkvxKghSZl2ZPa0Vh0q2
q1VxRWIEjlHdC/NZ34SrySJHylScBYo/SWZA5tDTaRDAt9RVkcMp6Yr9
-----END PRIVATE KEY-----
`;

// Beside the package's dependencies, so that the program finds undici.
const place = fileURLToPath(new URL('../../node_modules', import.meta.url));
mkdirSync(place, { recursive: true });
const folder = mkdtempSync(join(place, '.programs-'));
const program = join(folder, 'program.cjs');
const certificate = join(folder, 'certificate.pem');
const servers: Server[] = [];
let plain = '';
let secure = '';
let proxy = '';

async function listen(server: Server): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on a port has an address of this form.
  return (server.address() as AddressInfo).port;
}

beforeAll(async () => {
  writeFileSync(certificate, CERTIFICATE);
  await build({
    entryPoints: [fileURLToPath(new URL('global-settings.test.fixture.ts', import.meta.url))],
    outfile: program,
    bundle: true,
    format: 'cjs',
    platform: 'node',
    external: ['undici'],
    logLevel: 'silent',
  });
  plain = `http://127.0.0.1:${await listen(createServer((_, response) => response.end('from the server')))}`;
  const safe = createSecureServer({ cert: CERTIFICATE, key: KEY }, (_, response) =>
    response.end('in secret'),
  );
  secure = `https://127.0.0.1:${await listen(safe)}`;
  const tunnel = createServer().on('connect', (_request, socket) => {
    // Wherever one wants to go, one gets to the server.
    const server = connect(Number(new URL(plain).port), '127.0.0.1');
    socket.write('HTTP/1.1 200 OK\r\n\r\n');
    server.pipe(socket).pipe(server);
    for (const end of [server, socket]) end.on('error', () => undefined);
  });
  proxy = `http://127.0.0.1:${await listen(tunnel)}`;
}, 30_000);

afterAll(() => {
  for (const server of servers) {
    server.close();
    server.closeAllConnections();
  }
  rmSync(folder, { recursive: true, force: true });
});

async function ask(setting: string, url: string, env: NodeJS.ProcessEnv = {}): Promise<unknown> {
  const { stdout } = await promisify(execFile)(process.execPath, [program, setting, url, proxy], {
    timeout: 15_000,
    env: { ...process.env, NODE_OPTIONS: '', ...env },
  });
  return JSON.parse(stdout);
}

describe('a program whose global fetch', () => {
  it.each([
    ['nothing', true],
    ['used', true],
    ['an agent without options', true],
    ['an agent with options', false],
  ])('was told %s is answered by the server, directly: %s', async (setting, direct) => {
    expect(await ask(setting, plain)).toEqual({ direct, text: 'from the server' });
  });

  it('goes through a proxy has its requests go through that', async () => {
    expect(await ask('a proxy', 'http://elsewhere.invalid')).toEqual({
      direct: false,
      text: 'from the server',
    });
    expect(await ask('nothing', 'http://elsewhere.invalid')).toMatchObject({
      error: expect.stringContaining('ENOTFOUND'),
    });
  });

  it.each(['a mock', 'another fetch'])('was replaced by %s gets its requests', async (setting) => {
    expect(await ask(setting, plain)).toEqual({ direct: false, text: `from ${setting}` });
  });

  it('is not that of Node gets them where the environment must not be looked at', async () => {
    const preload = join(folder, 'preload.cjs');
    writeFileSync(
      preload,
      `globalThis.fetch = async () => new Response('theirs');
      process.env = new Proxy({}, { get(_, name) { if (name === 'NODE_USE_ENV_PROXY') throw new Error(name); } });`,
    );
    const answer = await ask('nothing', plain, { NODE_OPTIONS: `--require ${JSON.stringify(preload)}` });
    expect(answer).toEqual({ direct: false, text: 'theirs' });
  });

  it('trusts what Node trusts', async () => {
    const refused = { error: expect.stringContaining('self-signed certificate') };
    expect(await ask('nothing', secure)).toEqual(refused);
    const trusting = { NODE_EXTRA_CA_CERTS: certificate };
    expect(await ask('nothing', secure, trusting)).toEqual({ direct: true, text: 'in secret' });
  });

  it.each([{ NODE_USE_ENV_PROXY: '1' }, { NODE_OPTIONS: '--use-env-proxy' }])(
    'is to look for proxies in the environment is used (%j)',
    async (env) => {
      // Node 20 does not know the flag, and does not start with it.
      const known = process.allowedNodeEnvironmentFlags.has('--use-env-proxy');
      if (env.NODE_OPTIONS !== undefined && !known) return;
      const answer = await ask('nothing', plain, { ...env, NO_PROXY: '127.0.0.1' });
      expect(answer).toEqual({ direct: false, text: 'from the server' });
    },
  );
});

describe('whether fetch is as Node made it', () => {
  const SYMBOLS = ['1', '2'].map((version) => Symbol.for(`undici.globalDispatcher.${version}`));
  const judge = (dispatcher: unknown, symbol = SYMBOLS[0] as symbol): boolean => {
    const before: unknown = Reflect.get(globalThis, symbol);
    Reflect.set(globalThis, symbol, dispatcher);
    try {
      return isPlainFetch();
    } finally {
      Reflect.set(globalThis, symbol, before);
    }
  };

  it.each(SYMBOLS)('is seen from %s', (symbol) => {
    expect(judge(new Agent(), symbol)).toBe(true);
    expect(judge(new MockAgent(), symbol)).toBe(false);
  });

  it('is not in doubt for what undici 8 leaves where older versions look', () => {
    class Dispatcher1Wrapper {}
    expect(judge(new Dispatcher1Wrapper())).toBe(true);
  });

  class Dispatching extends Agent {
    override dispatch(...parts: Parameters<Agent['dispatch']>): boolean {
      return super.dispatch(...parts);
    }
  }
  it.each<[string, () => object]>([
    ['certificates', () => new Agent({ connect: { ca: CERTIFICATE } })],
    ['times', () => new Agent({ bodyTimeout: 1 })],
    ['a factory', () => new Agent({ factory: (origin) => new MockAgent().get(String(origin)) })],
    ['an interceptor', () => new Agent().compose(interceptors.retry())],
    ['tries', () => new RetryAgent(new Agent())],
    ['proxies of the environment', () => new EnvHttpProxyAgent()],
    ['a function of its own', () => Object.assign(new Agent(), { dispatch: () => true })],
    ['nothing that is known', () => ({})],
    ['the name of one that it extends', () => new (class Agent extends Dispatching {})()],
    ['another prototype', () => Object.create(null)],
  ])('is denied for an agent with %s', (_, create) => {
    expect(judge(create())).toBe(false);
  });

  it('is denied while somebody is told of its requests', () => {
    const listener = () => undefined;
    subscribe('undici:request:create', listener);
    expect(isPlainFetch()).toBe(false);
    unsubscribe('undici:request:create', listener);
    expect(isPlainFetch()).toBe(true);
  });

  it('is denied for another function, or one around it', () => {
    const original = globalThis.fetch;
    for (const fetch of [async () => new Response(), original.bind(globalThis), new Proxy(original, {})]) {
      globalThis.fetch = fetch;
      expect(isPlainFetch()).toBe(false);
    }
    globalThis.fetch = original;
    expect(isPlainFetch()).toBe(true);
  });
});
