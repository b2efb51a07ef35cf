import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { content, file, image, type LLMNotice } from '@toolwright/contract';
import { assemble } from '../reply/stream-assembler.js';
import { fail, failing, failureOf } from '../testing/failures.test.support.js';
import { chunk, event, SSE, sharedRawServer } from '../testing/raw-server.test.support.js';
import type { LLMConfig } from './config.js';
import { createClient } from './create-client.js';

const KEY = 'sk-never-to-be-seen-0123456789';
const hello = [{ role: 'user', content: `Hello, my key is ${KEY}` }] as const;

const server = sharedRawServer();
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'toolwright-'));
});
afterEach(() => rm(folder, { recursive: true }));

function client(config: Partial<LLMConfig> = {}) {
  return createClient({
    provider: 'openai-compatible',
    model: 'gpt-4o',
    baseUrl: server.url,
    apiKey: KEY,
    retries: { maxRetries: 1, baseDelayMs: 1 },
    timeouts: { totalMs: 5000 },
    errorReports: join(folder, 'reports'),
    ...config,
  });
}

async function reports(): Promise<readonly string[]> {
  const names = await readdir(join(folder, 'reports')).catch(() => []);
  return Promise.all(names.map((name) => readFile(join(folder, 'reports', name), 'utf8')));
}

// C8
describe('an error report', () => {
  it('describes a call that finally failed, without its key', async () => {
    server.respond(fail(503, { message: `overloaded, ${KEY}` }, { 'x-request-id': 'req_1' }));
    const events: LLMNotice[] = [];
    const options = { temperature: 0, onEvent: (notice: LLMNotice) => void events.push(notice) };
    await failureOf(client().generate(hello, [], options));
    const [report = '', ...others] = await reports();
    expect(others).toEqual([]);
    expect(report).not.toContain(KEY);
    expect(JSON.parse(report)).toMatchObject({
      provider: 'openai-compatible',
      model: 'gpt-4o',
      streamed: false,
      error: { code: 'PROVIDER_FAILED', blame: 'provider', status: 503, requestId: 'req_1' },
      retries: [{ type: 'retry', attempt: 1, reason: expect.stringContaining('overloaded') }],
      request: { messages: [{ role: 'user' }], tools: [], options: { temperature: 0 } },
    });
    expect(events.map(({ type }) => type)).toEqual(['retry', 'warning']);
    expect(events[1]).toMatchObject({ message: expect.stringContaining(join(folder, 'reports')) });
  });

  it('describes a stream that breaks in its middle', async () => {
    server.respond((response) => {
      response.writeHead(200, SSE).write(event(chunk({ content: 'Half' })), () => response.destroy());
    });
    await failureOf(assemble(client().stream?.(hello, [], {}) ?? []));
    const [report = ''] = await reports();
    expect(JSON.parse(report)).toMatchObject({ streamed: true, error: { code: 'STREAM_CUT' }, retries: [] });
    expect(report).not.toContain(KEY);
  });

  // H4
  it('describes images, files and recordings, and holds no bytes of them', async () => {
    server.respond(fail(400, { message: 'no' }));
    const bytes = Buffer.from('MARKER'.repeat(50));
    const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), bytes]);
    const parts = content('See:', image(png), file(Buffer.concat([Buffer.from('%PDF-1.4'), bytes]), 'a.pdf'));
    const capabilities = { images: true, files: true };
    await failureOf(client({ capabilities }).generate([{ role: 'user', content: parts }], [], {}));
    const [report = ''] = await reports();
    expect(report).toContain('[image image/png, 0.3 kB]');
    expect(report).toContain('[file a.pdf, application/pdf, 0.3 kB]');
    expect(report).not.toMatch(/MARKER|TUFSS0VS|1BUktFUk|NQVJLRV/);
  });

  // G4
  it('contains no secret of the environment, the conversation or the user', async () => {
    const env = { OTHER_TOKEN: 'violet-otter', HOME: '/home/oslo' };
    server.respond(fail(400, { message: 'not violet-otter, sk-canary-0123456789, ACME-canary' }));
    const messages = [
      { role: 'user', content: 'violet-otter at /home/oslo, ACME-canary' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          { id: 'c', type: 'function', function: { name: 'f', arguments: '{"password":"canary","n":1}' } },
        ],
      },
      {
        role: 'tool',
        tool_call_id: 'c',
        content: '{"credentials":{"user":"canary"},"at":"ghp_canary0123456789abcd"}',
      },
    ] as const;
    const options = { extraBody: { api_token: 'canary', pin: { secret: 12 } } };
    const careful = client({ runtime: { env }, redact: [/ACME-\w+/] });
    const error = await failureOf(careful.generate(messages, [], options));
    const [report = ''] = await reports();
    expect(report + String(error)).not.toMatch(/canary|violet/);
    expect(report).toContain('/home/oslo');
    expect(JSON.parse(report)).toMatchObject({
      request: { options: { extraBody: { api_token: '[redacted]', pin: { secret: '[redacted]' } } } },
    });
  });

  it('is not written for successful or aborted calls', async () => {
    server.respond(failing(1, fail(500)));
    await client().generate(hello, [], {});
    const signal = AbortSignal.abort();
    expect(await failureOf(client().generate(hello, [], { signal }))).toMatchObject({ code: 'ABORTED' });
    expect(await reports()).toEqual([]);
  });

  it('does not hide the error if it cannot be written', async () => {
    server.respond(fail(400));
    await writeFile(join(folder, 'file'), '');
    const events: LLMNotice[] = [];
    const blocked = client({ errorReports: join(folder, 'file') });
    const onEvent = (notice: LLMNotice) => void events.push(notice);
    expect(await failureOf(blocked.generate(hello, [], { onEvent }))).toMatchObject({ code: 'BAD_REQUEST' });
    expect(events).toEqual([
      { type: 'warning', message: expect.stringContaining('The error report could not be written') },
    ]);
  });
});

// C8
describe('a recall', () => {
  const retries = { maxRetries: 1, baseDelayMs: 1, recalls: 2 };

  it.each(['generate', 'stream'] as const)('begins %s anew when the tries are used up', async (way) => {
    server.respond(failing(5, fail(503)));
    const events: LLMNotice[] = [];
    const options = { onEvent: (notice: LLMNotice) => void events.push(notice) };
    const patient = client({ retries });
    const asked =
      way === 'generate'
        ? patient.generate(hello, [], options)
        : assemble(patient.stream?.(hello, [], options) ?? []);
    expect((await asked).content).toBe('At last.');
    expect(events.map((notice) => notice.type === 'retry' && notice.attempt)).toEqual([1, 2, 3, 4, 5]);
  });

  it('is bounded, and skipped if it cannot help', async () => {
    server.respond(fail(503));
    await failureOf(client({ retries }).generate(hello, [], {}));
    expect(server.requests).toHaveLength(6);
    server.respond(fail(401));
    await failureOf(client({ retries }).generate(hello, [], {}));
    expect(server.requests).toHaveLength(1);
    // Longer than any wait may be.
    server.respond(fail(429, {}, { 'retry-after': '3600' }));
    await failureOf(client({ retries }).generate(hello, [], {}));
    expect(server.requests).toHaveLength(1);
  });

  it('has a time of its own', async () => {
    server.respond((_response, _request, index) => {
      if (index > 0) failing(0, fail(500))(_response, _request, index);
    });
    const hurried = client({ retries: { ...retries, maxRetries: 0 }, timeouts: { totalMs: 200 } });
    expect((await hurried.generate(hello, [], {})).content).toBe('At last.');
  });

  it('ends when the caller aborts', async () => {
    server.respond(fail(503));
    const abort = new AbortController();
    const onEvent = () => abort.abort();
    const error = await failureOf(
      client({ retries: { ...retries, baseDelayMs: 60_000 }, timeouts: { totalMs: 600_000 } }).generate(
        hello,
        [],
        {
          signal: abort.signal,
          onEvent,
        },
      ),
    );
    expect(error).toMatchObject({ code: 'ABORTED' });
    expect(server.requests).toHaveLength(1);
  });
});
