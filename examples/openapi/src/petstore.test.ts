// N1
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { StoreApi } from './petstore.js';
import { KEY, PETSTORE, type PlayedServer, playDocument } from './server.js';

const cwd = fileURLToPath(new URL('..', import.meta.url));

function run(command: string, ...args: readonly string[]) {
  const { PATH, HOME } = process.env;
  return spawnSync(command, args, {
    cwd,
    env: { PATH, HOME, NO_COLOR: '1' },
    encoding: 'utf8',
    timeout: 120_000,
    shell: process.platform === 'win32' && command === 'npm',
  });
}

it('the client is what the import writes from the document today', () => {
  const { status, stdout } = run('npm', 'run', '-s', 'import', '--', '--check');
  expect([status, stdout]).toEqual([0, 'src/petstore.ts matches: 4 tools.\n']);
});

it('the agent finds a pet, orders it, and reads that a number is beyond the limit of the document', () => {
  const { status, stdout, stderr } = run(process.execPath, 'dist/main.js');
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toContain('SCRIPTED');
  expect(stdout).toMatch(/Result {5}findPetsByStatus in \d+ ms: \[\{"id":25,.*"name":"doggie"/);
  expect(stdout).toMatch(/Result {5}placeOrder in \d+ ms: \{"id":0,"petId":25,"quantity":1,/);
  expect(stdout).toContain("Invalid arguments for 'getOrderById': orderId must be at most 10; got 12.");
});

describe('the server of the document', () => {
  let server: PlayedServer;
  beforeAll(async () => {
    server = await playDocument(PETSTORE);
  });
  afterAll(() => server.close());

  it.each<[string, string, RequestInit, number, string]>([
    ['a parameter that is no integer', '/pet/rex', { headers: { api_key: KEY } }, 400, '/path/petId'],
    ['a number above the limit', '/store/order/11', {}, 400, 'must be <= 10'],
    [
      'a body that does not fit',
      '/store/order',
      { method: 'POST', body: '{"petId":"rex"}' },
      400,
      '/requestBody/petId',
    ],
    ['a body that is no JSON', '/store/order', { method: 'POST', body: '{' }, 400, '/requestBody'],
    ['a path with a broken escape', '/pet/%E0%A4%A', { headers: { api_key: KEY } }, 400, 'URI malformed'],
    ['a request without its key', '/pet/1', {}, 401, 'credential'],
    ['what the document does not have', '/dogs', {}, 404, 'no such operation'],
  ])('refuses %s', async (_name, path, init, status, reason) => {
    const headers = { 'content-type': 'application/json', ...init.headers };
    const response = await fetch(server.baseUrl + path, { ...init, headers });
    expect([response.status, await response.text()]).toEqual([status, expect.stringContaining(reason)]);
  });

  it('answers what was sent, where the result has it', async () => {
    const store = new StoreApi({ baseUrl: server.baseUrl });
    expect(await store.placeOrder({ petId: 7, status: 'approved' })).toMatchObject({
      petId: 7,
      status: 'approved',
    });
  });
});
