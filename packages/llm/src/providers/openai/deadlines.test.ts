import { getEventListeners } from 'node:events';
import { inspect } from 'node:util';
import { isToolwrightError, type LLMNotice } from '@toolwright/contract';
import { sleep } from '../../client/sleep.js';
import { assemble } from '../../reply/stream-assembler.js';
import { fail, failing, failureOf } from '../../testing/failures.test.support.js';
import {
  chunk,
  event,
  type Handler,
  SSE,
  sendJson,
  startRawServer,
  streamOf,
} from '../../testing/raw-server.test.support.js';
import { hello, KEY, openaiStage } from './openai-stage.test.support.js';

const { server, client } = openaiStage({ apiKey: KEY, retries: { baseDelayMs: 1 } });

beforeAll(async () => {
  // Loads the SDK, so that no test measures that.
  server.respond(failing(0, fail(500)));
  await client().generate(hello);
});

describe('timeouts', () => {
  const never: Handler = () => {};

  it('end a whole call', async () => {
    server.respond(never);
    const error = await failureOf(client({ timeouts: { totalMs: 300 } }).generate(hello));
    expect(error).toMatchObject({ code: 'PROVIDER_TIMEOUT', hint: expect.stringContaining('totalMs') });
    expect(server.requests).toHaveLength(1);
    await server.requests[0]?.closed;
  });

  it('end the wait for the first chunk, which is retried', async () => {
    server.respond(failing(1, never));
    expect(await assemble(client({ timeouts: { firstChunkMs: 300 } }).stream(hello))).toMatchObject({
      content: 'At last.',
    });
    server.respond(never);
    const patient = client({ timeouts: { firstChunkMs: 40 }, retries: { maxRetries: 0 } });
    expect(await failureOf(assemble(patient.stream(hello)))).toMatchObject({
      code: 'PROVIDER_TIMEOUT',
      hint: expect.stringContaining('firstChunkMs'),
    });
  });

  it('end a silent stream, but not a slow one', async () => {
    server.respond(async (response) => {
      response.writeHead(200, SSE);
      for (let part = 0; part < 6; part++) {
        response.write(event(chunk({ content: String(part) })));
        await sleep(30);
      }
      response.write(': still here\n\n');
    });
    const texts: string[] = [];
    const read = async () => {
      const slow = client({ timeouts: { idleMs: 300 } });
      for await (const delta of slow.stream(hello)) if (delta.type === 'text-delta') texts.push(delta.text);
    };
    expect(await failureOf(read())).toMatchObject({
      code: 'PROVIDER_TIMEOUT',
      hint: expect.stringContaining('idleMs'),
    });
    expect(texts.join('')).toBe('012345');
    await server.requests[0]?.closed;
  });
});

describe('a slow consumer', () => {
  it('does not cause a timeout of the server', async () => {
    server.respond(async (response) => {
      response.writeHead(200, SSE).write(event(chunk({ content: 'a' })));
      await sleep(300);
      response.end(streamOf([{ content: 'b' }]));
    });
    const texts: string[] = [];
    for await (const delta of client({ timeouts: { idleMs: 200 } }).stream(hello)) {
      if (delta.type === 'text-delta') texts.push(delta.text);
      await sleep(500);
    }
    expect(texts).toEqual(['a', 'b']);
  });
});

describe('an abort', () => {
  it('ends any number of calls that share a signal, with one listener on it', async () => {
    const controller = new AbortController();
    const { signal } = controller;
    server.respond(() => {});
    const asking = client();
    const calls = Array.from({ length: 20 }, () => failureOf(asking.generate(hello, [], { signal })));
    while (server.requests.length < 20) await sleep(1);
    expect(getEventListeners(signal, 'abort')).toHaveLength(1);
    controller.abort();
    expect(new Set((await Promise.all(calls)).map(({ code }) => code))).toEqual(new Set(['ABORTED']));
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('closes the socket while the reply is awaited', async () => {
    const controller = new AbortController();
    server.respond(() => controller.abort(new Error('enough')));
    const error = await failureOf(client().generate(hello, [], { signal: controller.signal }));
    expect(error).toMatchObject({ code: 'ABORTED', cause: { message: 'enough' } });
    await server.requests[0]?.closed;
  });

  it('closes the socket in the middle of a stream', async () => {
    const controller = new AbortController();
    server.respond((response) => {
      response.writeHead(200, SSE).write(event(chunk({ content: 'x' })));
    });
    const deltas = client().stream(hello, [], { signal: controller.signal });
    await deltas.next();
    const next = deltas.next();
    controller.abort();
    expect(await failureOf(next)).toMatchObject({ code: 'ABORTED' });
    await server.requests[0]?.closed;
  });

  it('before the call sends nothing', async () => {
    server.respond(fail(500));
    const signal = AbortSignal.abort();
    expect(await failureOf(client().generate(hello, [], { signal }))).toMatchObject({ code: 'ABORTED' });
    expect(await failureOf(assemble(client().stream(hello, [], { signal })))).toMatchObject({
      code: 'ABORTED',
    });
    expect(server.requests).toHaveLength(0);
  });

  it('leaves no listener on a signal that lives on', async () => {
    const { signal } = new AbortController();
    let listeners = 0;
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    signal.addEventListener = (...args: Parameters<typeof add>) => {
      listeners++;
      add(...args);
    };
    signal.removeEventListener = (...args: Parameters<typeof remove>) => {
      listeners--;
      remove(...args);
    };
    server.respond(failing(1, fail(500)));
    await client().generate(hello, [], { signal });
    await assemble(client().stream(hello, [], { signal }));
    expect(listeners).toBe(0);
  });
});

describe('a key', () => {
  /** Everything that can be reached from an error, also what is not enumerable. */
  const reach = (error: Error) => inspect(error, { depth: 20, showHidden: true }) + JSON.stringify(error);

  it.each<[string, Handler]>([
    ['an echo in a refusal', fail(401, { message: `Incorrect API key provided: ${KEY}` })],
    ['an echo in a page', (response) => void response.writeHead(400).end(`<p>Bearer ${KEY}</p>`)],
    ['an echo in a reply that is not JSON', (response) => sendJson(response, `{"x": ${KEY}`)],
    ['an echo in other JSON', (response) => sendJson(response, JSON.stringify({ key: KEY }))],
    ['an echo in a request id', fail(400, {}, { 'x-request-id': KEY })],
    ['a lost connection', (response) => void response.destroy()],
  ])('is not in the error or its events: %s', async (_name, handler) => {
    const notices: LLMNotice[] = [];
    const options = { onEvent: (notice: LLMNotice) => notices.push(notice) };
    const hasty = client({ retries: { maxRetries: 1, baseDelayMs: 1 } });
    server.respond(handler);
    for (const work of [
      () => hasty.generate(hello, [], options),
      () => assemble(hasty.stream(hello, [], options)),
    ]) {
      const error = await failureOf(work());
      expect(reach(error)).not.toContain('secret');
      expect(JSON.stringify(notices)).not.toContain('secret');
    }
  });

  it('with invalid characters for a header is refused without being shown', () => {
    expect(() => client({ apiKey: 'sk-secret\nkey' })).toThrow(
      expect.objectContaining({
        code: 'INVALID_CONFIG',
        message: expect.not.stringContaining('secret'),
      }),
    );
  });
});

describe('the resources of a finished call', () => {
  it('includes no timer and no busy connection, whatever happened', async () => {
    const own = await startRawServer();
    const hasty = client({
      baseUrl: own.url,
      retries: { maxRetries: 1, baseDelayMs: 1 },
      timeouts: { totalMs: 300, firstChunkMs: 50, idleMs: 50 },
    });
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    const before = timers();
    own.respond((response, _request, index) => {
      const cases: readonly Handler[] = [
        fail(500),
        () => {},
        (raw) => void raw.writeHead(200, SSE).write(event(chunk({ content: 'x' }))),
        (raw) => void raw.destroy(),
        (raw) => void raw.writeHead(200, SSE).end(streamOf([{ content: 'x' }])),
      ];
      return cases[index % cases.length]?.(response, _request, index);
    });
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, () => assemble(hasty.stream(hello))),
    );
    expect(outcomes).toHaveLength(20);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(isToolwrightError(outcome.reason)).toBe(true);
      else expect(outcome.value.content).toBe('x');
    }
    await Promise.all(own.requests.map(({ closed }) => closed));
    await own.close();
    // Node's HTTP client keeps one timer of its own for idle connections.
    expect(timers()).toBeLessThanOrEqual(before + 1);
  });
});
