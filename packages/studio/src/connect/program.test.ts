import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buildProgram, cleanUp, createFolder, openStudio, removeFolders } from '../studio.test.support.js';

let program: string;
beforeAll(async () => {
  program = await buildProgram('connect/program.test.fixture.ts');
});
afterEach(cleanUp);
afterAll(removeFolders);

function run(
  cwd: string,
  env: Readonly<Record<string, string>> = {},
  ...args: string[]
): Promise<{ code: number | null; stdout: string }> {
  const child = spawn(process.execPath, [program, ...args], { cwd, env: { PATH: process.env.PATH, ...env } });
  let stdout = '';
  child.stdout.on('data', (data) => (stdout += data));
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, stdout })));
}

// K2
describe('a program that ends at once', () => {
  it('has told Studio everything before', async () => {
    const studio = await openStudio({ keep: true });
    expect(await run(studio.root)).toEqual({ code: 0, stdout: 'Hello.\n' });
    const { runs } = (await studio.get('/api/runs')).body;
    expect(runs).toMatchObject([{ status: 'completed', input: 'Hi', from: 'live' }]);
  });

  it('has told Studio everything if it calls process.exit after its run', async () => {
    const studio = await openStudio({ keep: true });
    await run(studio.root, {}, '300', 'exit');
    const ended = await studio.until('/api/runs', ({ runs }) =>
      runs.find(({ status }: { readonly status: string }) => status !== 'running'),
    );
    expect(ended).toMatchObject({ status: 'completed', answer: 'Hello.' });
    // Each event has arrived once.
    const { entries } = (await studio.get(`/api/runs/${ended.runId}`)).body;
    const types = entries.map(({ event }: { readonly event: { readonly type: string } }) => event.type);
    expect(types.filter((type: string) => type.startsWith('run-'))).toEqual(['run-start', 'run-end']);
  });

  it('sends its last lines after those that are being sent', async () => {
    const received: string[] = [];
    const slow = createServer(async (request, response) => {
      if (request.method !== 'POST') return;
      let body = '';
      for await (const part of request) body += part;
      received.push(body);
      setTimeout(() => response.end(), received.length === 1 ? 500 : 0);
    });
    await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve));
    const { port } = slow.address() as AddressInfo;
    // Lines are sent 100 ms after the first; the model answers while they are on their way.
    await run(createFolder(), { TOOLWRIGHT_STUDIO: `http://127.0.0.1:${port}/#token=x` }, '300');
    slow.closeAllConnections();
    await new Promise((resolve) => slow.close(resolve));
    expect(received[0]).not.toContain('Hello.');
    expect(received.slice(1).join('')).toContain('Hello.');
  });

  it('ends all the same without Studio, or if Studio is silent', async () => {
    expect(await run(createFolder())).toEqual({ code: 0, stdout: 'Hello.\n' });
    const silent = createServer(() => {});
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as AddressInfo;
    const address = `http://127.0.0.1:${port}/#token=x`;
    expect(await run(createFolder(), { TOOLWRIGHT_STUDIO: address })).toEqual({
      code: 0,
      stdout: 'Hello.\n',
    });
    silent.closeAllConnections();
    await new Promise((resolve) => silent.close(resolve));
  });
});
