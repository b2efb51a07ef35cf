import type { LLMNotice } from '@toolwright/contract';
import type { LLMConfig } from '../../client/config.js';
import { assemble } from '../../reply/stream-assembler.js';
import { fail, failing, failureOf } from '../../testing/failures.test.support.js';
import {
  chunk,
  event,
  type Handler,
  SSE,
  sendJson,
  startRawServer,
} from '../../testing/raw-server.test.support.js';
import { hello, KEY, openaiStage } from './openai-stage.test.support.js';

const { server, client } = openaiStage({ apiKey: KEY, retries: { baseDelayMs: 1 } });

describe('a temporary fault', () => {
  // C8
  it.each([408, 409, 425, 429, 500, 502, 503, 529])('with status %i is retried', async (status) => {
    for (const streaming of [false, true]) {
      const notices: LLMNotice[] = [];
      const options = { onEvent: (notice: LLMNotice) => notices.push(notice) };
      server.respond(failing(2, fail(status)));
      const { content } = streaming
        ? await assemble(client().stream(hello, [], options))
        : await client().generate(hello, [], options);
      expect(content).toBe('At last.');
      expect(server.requests).toHaveLength(3);
      expect(notices).toMatchObject([
        { type: 'retry', attempt: 1 },
        { type: 'retry', attempt: 2 },
      ]);
      expect(notices[0]).toMatchObject({ reason: expect.stringContaining(String(status)) });
    }
  });

  // C8
  it.each<[string, Handler]>([
    ['a connection that is closed at once', (response) => void response.destroy()],
    [
      'a stream that is cut before its first delta',
      (response, { body }) => {
        if (!body.stream) return void response.destroy();
        response.writeHead(200, SSE).write(event(chunk({ role: 'assistant', content: '' })), () => {
          response.destroy();
        });
      },
    ],
    [
      'an error object at the beginning',
      (response) => sendJson(response, JSON.stringify({ error: { message: 'x', code: 'server_error' } })),
    ],
  ])('is retried: %s', async (_name, handler) => {
    server.respond(failing(1, handler));
    expect((await client().generate(hello)).content).toBe('At last.');
    server.respond(failing(1, handler));
    expect((await assemble(client().stream(hello))).content).toBe('At last.');
    expect(server.requests).toHaveLength(2);
  });

  it('is reported after the last retry', async () => {
    server.respond(fail(503, { message: 'Overloaded' }));
    const error = await failureOf(client({ retries: { maxRetries: 2, baseDelayMs: 1 } }).generate(hello));
    expect(error).toMatchObject({ code: 'PROVIDER_FAILED', blame: 'provider', status: 503 });
    expect(server.requests).toHaveLength(3);
  });

  it('is reported when no server listens at the address', async () => {
    const gone = await startRawServer();
    await gone.close();
    const error = await failureOf(
      client({ baseUrl: gone.url, retries: { maxRetries: 1, baseDelayMs: 1 } }).generate(hello),
    );
    expect(error).toMatchObject({ code: 'NETWORK', blame: 'provider' });
    expect(error.message).toMatch(/^The request to openai-compatible failed: .*ECONNREFUSED/);
  });

  it('is not retried if the provider says so', async () => {
    server.respond(fail(500, {}, { 'x-should-retry': 'false' }));
    await failureOf(client().generate(hello));
    expect(server.requests).toHaveLength(1);
  });
});

describe('the delay before a retry', () => {
  /** Records the delays that a client asks for, without waiting. */
  async function waits(handler: Handler, config: Partial<LLMConfig> = {}): Promise<number[]> {
    const list: number[] = [];
    const runtime = {
      random: () => 1 - Number.EPSILON,
      sleep: async (ms: number) => {
        list.push(ms);
      },
    };
    server.respond(handler);
    await failureOf(
      client({
        retries: { maxRetries: 4, baseDelayMs: 100 },
        timeouts: { totalMs: 100_000 },
        runtime,
        ...config,
      }).generate(hello),
    );
    return list;
  }

  // C8
  it('doubles, with full jitter', async () => {
    expect(await waits(fail(500))).toEqual([100, 200, 400, 800]);
  });

  // C8
  it.each([
    ['seconds', { 'retry-after': '2' }, 2000],
    ['milliseconds', { 'retry-after-ms': '350', 'retry-after': '9' }, 350],
    ['a date', { 'retry-after': () => new Date(Date.now() + 20_000).toUTCString() }, 20_000],
  ])('is the delay that the provider requests in %s', async (_form, headers, expected) => {
    const given = Object.entries(headers).map(([name, value]) => [
      name,
      typeof value === 'function' ? value() : value,
    ]);
    const [first] = await waits(fail(429, {}, Object.fromEntries(given)));
    // Dates have no fractions of a second.
    expect(first).toBeGreaterThan(expected - 1500);
    // The jitter of 100 ms is added.
    expect(first).toBeLessThanOrEqual(expected + 100);
  });

  // C8
  it('never exceeds the total time: the fault is then reported at once', async () => {
    expect(await waits(fail(429, {}, { 'retry-after': '3600' }))).toEqual([]);
    expect(server.requests).toHaveLength(1);
    expect(await waits(fail(500), { retries: { maxTotalMs: 0 } })).toEqual([]);
  });

  it('ends at once when the caller aborts', async () => {
    server.respond(fail(500));
    const controller = new AbortController();
    const started = performance.now();
    const work = client({
      retries: { baseDelayMs: 60_000 },
      timeouts: { totalMs: 600_000 },
      runtime: { random: () => 0.5 },
    }).generate(hello, [], {
      signal: controller.signal,
      onEvent: () => void setImmediate(() => controller.abort()),
    });
    expect(await failureOf(work)).toMatchObject({ code: 'ABORTED', blame: 'user' });
    expect(performance.now() - started).toBeLessThan(30_000);
  });
});
