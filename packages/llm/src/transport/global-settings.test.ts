import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';

/** For localhost, valid until the year 2126, trusted by no one. */
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
const moduleProgram = join(folder, 'program.mjs');
const certificate = join(folder, 'certificate.pem');
const servers: Server[] = [];
let plain = '';
let secure = '';
let proxy = '';

const answer: RequestListener = ({ headers: { 'x-traced': traced } }, response) => {
  response.end(traced === undefined ? 'from the server' : `from the server, traced ${String(traced)}`);
};

async function listen(server: Server): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on a port has an address of this form.
  return (server.address() as AddressInfo).port;
}

beforeAll(async () => {
  writeFileSync(certificate, CERTIFICATE);
  const options = { bundle: true, platform: 'node', logLevel: 'silent' } as const;
  const entryPoints = [fileURLToPath(new URL('global-settings.test.fixture.ts', import.meta.url))];
  const entry = fileURLToPath(new URL('default-fetch.ts', import.meta.url));
  // As if the program were a module of the package.
  const define = { 'import.meta.url': JSON.stringify(pathToFileURL(entry).href) };
  await build({ ...options, entryPoints, outfile: program, format: 'cjs', external: ['undici'], define });
  const contents = `import { defaultFetch } from ${JSON.stringify(entry)};
    const response = await defaultFetch(process.argv[3], { method: 'POST', body: 'x' });
    process.stdout.write(JSON.stringify({ text: await response.text() }));`;
  const stdin = { contents, resolveDir: folder };
  await build({ ...options, stdin, outfile: moduleProgram, format: 'esm' });
  plain = `http://127.0.0.1:${await listen(createServer(answer))}`;
  const safe = createSecureServer({ cert: CERTIFICATE, key: KEY }, (_, response) =>
    response.end('in secret'),
  );
  secure = `https://127.0.0.1:${await listen(safe)}`;
  const tunnel = createServer().on('connect', (_request, socket) => {
    // Every address leads to the test's server.
    const server = connect(Number(new URL(plain).port), '127.0.0.1');
    socket.write('HTTP/1.1 200 OK\r\n\r\n');
    server.pipe(socket).pipe(server);
    for (const end of [server, socket]) end.on('error', () => undefined);
  });
  proxy = `http://127.0.0.1:${await listen(tunnel)}`;
});

afterAll(() => {
  for (const server of servers) {
    server.close();
    server.closeAllConnections();
  }
  rmSync(folder, { recursive: true, force: true });
});

async function ask(
  setting: string,
  url: string,
  env: NodeJS.ProcessEnv = {},
  file = program,
): Promise<unknown> {
  const { stdout } = await promisify(execFile)(process.execPath, [file, setting, url, proxy], {
    timeout: 240_000,
    env: { ...process.env, NODE_OPTIONS: '', ...env },
  });
  return JSON.parse(stdout);
}

// `direct` says that the request went through undici's `request`, and not through `fetch`.
describe('a request of a program', () => {
  it.each(['nothing', 'used', 'an agent without options', 'an agent with options'])(
    'that changed the dispatcher to %s reaches the server',
    async (setting) => {
      expect(await ask(setting, plain)).toEqual({ direct: true, text: 'from the server' });
    },
  );

  it('goes through the proxy that the program set', async () => {
    expect(await ask('a proxy', 'http://elsewhere.invalid')).toEqual({
      direct: true,
      text: 'from the server',
    });
    expect(await ask('nothing', 'http://elsewhere.invalid')).toMatchObject({
      error: expect.stringContaining('ENOTFOUND'),
    });
  });

  it('goes to the mock that the program set', async () => {
    expect(await ask('a mock', plain)).toEqual({ direct: true, text: 'from a mock' });
  });

  it.each([
    ['an interceptor', 'by an interceptor'],
    ['a tracer', 'by a tracer'],
  ])('carries the header that %s adds', async (setting, traced) => {
    expect(await ask(setting, plain)).toEqual({ direct: true, text: `from the server, traced ${traced}` });
  });

  it.each(['another fetch', 'a wrapped fetch', 'a proxied fetch'])('goes to %s', async (setting) => {
    const text = setting === 'another fetch' ? 'from another fetch' : 'from the server';
    expect(await ask(setting, plain)).toEqual({ direct: false, text });
  });

  it('goes to a fetch that a preloaded script installed', async () => {
    const preload = join(folder, 'preload.cjs');
    writeFileSync(preload, "globalThis.fetch = async () => new Response('theirs');");
    const answer = await ask('nothing', plain, { NODE_OPTIONS: `--require ${JSON.stringify(preload)}` });
    expect(answer).toEqual({ direct: false, text: 'theirs' });
  });

  it('goes through fetch if a bundle broke undici', async () => {
    expect(await ask('nothing', plain, {}, moduleProgram)).toEqual({ text: 'from the server' });
  });

  it('trusts the certificates that Node trusts', async () => {
    const refused = { error: expect.stringContaining('self-signed certificate') };
    expect(await ask('nothing', secure)).toEqual(refused);
    const trusting = { NODE_EXTRA_CA_CERTS: certificate };
    expect(await ask('nothing', secure, trusting)).toEqual({ direct: true, text: 'in secret' });
  });

  it.each([{ NODE_USE_ENV_PROXY: '1' }, { NODE_OPTIONS: '--use-env-proxy' }])(
    'goes through the proxy of the environment (%j)',
    async (env) => {
      // Node 20 does not know the flag, and does not start with it.
      if (!process.allowedNodeEnvironmentFlags.has('--use-env-proxy')) return;
      const answer = await ask('nothing', 'http://elsewhere.invalid', { ...env, HTTP_PROXY: proxy });
      expect(answer).toEqual({ direct: true, text: 'from the server' });
    },
  );
});
