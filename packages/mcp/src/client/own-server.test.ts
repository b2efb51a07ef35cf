/** Our client with our server, over both transports. */
import { audio, content, FunctionTool, file, image } from '@toolwright/tools';
import { type Bundle, bundle } from '../bundle.test.support.js';
import { serveMcp } from '../serve-mcp.js';
import { createPrompts, createTools, waiting } from '../tools.test.fixture.js';
import { connectMcp } from './connect-mcp.js';
import type { ConnectMcpOptions } from './connect-options.js';
import { connect, endAll, ends } from './connected.test.support.js';

let program: Bundle;

beforeAll(async () => {
  program = await bundle(new URL('../stdio/stdio-server.test.fixture.ts', import.meta.url));
});
afterAll(() => program.remove());
afterEach(endAll);

async function serve(port = 0) {
  const tools = createTools();
  const service = await serveMcp(tools, { prompts: createPrompts(), http: { port, token: 's3cret' } });
  ends.push(() => service.close());
  return { service, tools, url: service.url ?? '' };
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 5));
}

// H4
it('images, recordings and files of a tool arrive as they are, and a file by its address as a link', async () => {
  const { tools, url } = await serve();
  const parts = content(
    'A chart:',
    image(Buffer.from('89504e470d0a1a0a00', 'hex')),
    audio(Buffer.from('RIFF\0\0\0\0WAVEfmt ', 'latin1')),
    file(Buffer.from('%PDF-1.4\n%%EOF'), 'my plan.pdf'),
  );
  tools.register(tool('draw', () => parts));
  tools.register(tool('link', () => file('https://example.com/a.pdf', 'a.pdf')));
  const { registry } = await connect({ url, token: 's3cret' });
  expect(await registry.execute('draw', {})).toEqual(await tools.execute('draw', {}));
  expect((await registry.execute('draw', {})).result).toBe(
    'A chart:\n[image image/png, 0.0 kB]\n[audio audio/wav, 0.0 kB]\n[file my plan.pdf, application/pdf, 0.0 kB]',
  );
  expect(await registry.execute('link', {})).toEqual({
    result: '[a.pdf: https://example.com/a.pdf]',
    error: null,
  });
});

function tool(name: string, fn: () => unknown) {
  return new FunctionTool({ name, description: name, parameters: { type: 'object', properties: {} }, fn });
}

const COMBINATIONS = [
  ['stdio', '2026-07-28'],
  ['http', '2026-07-28'],
  ['stdio', '2025-11-25'],
  ['http', '2025-11-25'],
] as const;

describe.each(COMBINATIONS)('over %s in revision %s', (transport, revision) => {
  const options = async (): Promise<ConnectMcpOptions> =>
    transport === 'http'
      ? { url: (await serve()).url, token: 's3cret', revision }
      : { command: process.execPath, args: [program.program], revision };

  it('tools behave as in the served registry', async () => {
    const { connection, registry } = await connect({ ...(await options()), prefix: 'far_' });
    expect(connection.server).toMatchObject({ name: 'toolwright', version: '0.0.0' });
    expect(connection.revision).toBe(revision);
    const own = createTools();
    const [add] = registry.listTools();
    expect(add?.parameters).toEqual(own.get('add')?.parameters);
    expect(await registry.call('far_add', { a: 2, b: 3 })).toEqual({ result: 5 });
    expect(await registry.call('far_describe', { text: 'abc' })).toEqual({ length: 3, text: 'abc' });
    expect(await registry.execute('far_fail', {})).toEqual(await own.execute('fail', {}));
    expect(await registry.execute('far_erase', { text: 'x' })).toMatchObject({
      error: expect.stringContaining('cannot ask for it'),
    });
  });

  it('progress, logs and aborts arrive', async () => {
    const { registry, events } = await connect(await options());
    const progress: unknown[] = [];
    await registry.call('count', {}, { onProgress: (value) => progress.push(value) });
    expect(progress).toEqual([
      { progress: 1 },
      { progress: 2, total: 3, message: 'two' },
      { progress: 3, message: 'almost' },
    ]);
    const controller = new AbortController();
    const call = registry.call(
      'wait',
      {},
      { signal: controller.signal, onProgress: () => controller.abort() },
    );
    await expect(call).rejects.toMatchObject({ code: 'ABORTED' });
    await until(() => events.some(({ type }) => type === 'log'));
    if (transport === 'http') await until(() => waiting.at(-1)?.aborted === true);
  });

  it('other requests of the protocol, questions and prompts work', async () => {
    const asked: string[] = [];
    const { connection, registry } = await connect({
      ...(await options()),
      onElicit: async ({ message }) => {
        asked.push(message);
        return { action: 'accept' };
      },
      onCreateMessage: async ({ messages }) => ({
        role: 'assistant',
        model: 'm',
        content: { type: 'text', text: `to ${messages.length}` },
      }),
    });
    expect(await registry.call('erase', { text: 'it' })).toBe('erased it');
    expect(asked).toEqual(['Allow Erase it all?\ntext: "it"']);
    expect(await registry.call('ask')).toBe('{"type":"text","text":"to 1"}');
    expect(await connection.request('prompts/get', { name: 'plain' })).toMatchObject({
      messages: [{ content: { text: 'Say hello.' } }],
    });
    await expect(connection.request('prompts/get', { name: 'none' })).rejects.toMatchObject({
      code: 'INVALID_ARGUMENTS',
    });
  });
});

it('our server and our client agree on the newest revision', async () => {
  const { url } = await serve();
  expect((await connect({ url, token: 's3cret' })).connection.revision).toBe('2026-07-28');
  const { connection } = await connect({ command: process.execPath, args: [program.program] });
  expect(connection.revision).toBe('2026-07-28');
  await expect(connection.request('ping')).rejects.toMatchObject({ code: 'UNSUPPORTED' });
});

describe.each(['2026-07-28', '2025-11-25'] as const)('over HTTP in revision %s', (revision) => {
  it("the tools follow the server's list", async () => {
    const { url, tools } = await serve();
    const { registry, events } = await connect({ url, token: 's3cret', revision });
    // The notification stream opens after the initialization.
    while (!events.some(({ type }) => type === 'tools-change')) {
      tools.unregister('lie');
      tools.register({
        name: 'lie',
        description: 'Now an honest one.',
        parameters: { type: 'object', properties: {} },
        execute: () => 'truth',
      });
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect(await registry.call('lie')).toBe('truth');
  });

  it('a token is required', async () => {
    const { url } = await serve();
    await expect(connectMcp({ url, token: 'other', revision })).rejects.toMatchObject({
      code: 'AUTHENTICATION',
      status: 401,
    });
    const { registry } = await connect({ url, revision, headers: { Authorization: 'Bearer s3cret' } });
    expect(registry.listTools()).toHaveLength(9);
  });

  it('a server that returns is used again', async () => {
    const { url, service } = await serve();
    const { registry, events } = await connect({
      url,
      token: 's3cret',
      revision,
      reconnect: { delayMs: 10 },
    });
    const call = registry.call('wait', {}, { onProgress: () => void service.close() });
    await expect(call).rejects.toMatchObject({
      code: 'NETWORK',
      message: expect.stringContaining("closed the connection while 'wait' was running"),
    });
    await expect(registry.call('add', { a: 1 })).rejects.toMatchObject({ code: 'NETWORK' });
    await serve(Number(new URL(url).port));
    expect(await registry.call('add', { a: 1 })).toEqual({ result: 2 });
    // Since 2026-07-28 there are no sessions that could be lost.
    const reconnections = events.filter(({ type }) => type === 'reconnect');
    expect(reconnections).toEqual(revision === '2025-11-25' ? [{ type: 'reconnect', attempt: 1 }] : []);
  });
});
