import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import type { GenerateOptions, LLMNotice, LLMResponse, Message } from '@toolwright/contract';
import type { LLMConfig } from '../../client/config.js';
import { createClient } from '../../client/create-client.js';
import { assemble } from '../../reply/stream-assembler.js';
import { createMessage } from '../../request/messages.js';
import { failureOf } from '../failures.test.support.js';
import { type Handler, sendJson, sharedRawServer } from '../raw-server.test.support.js';
import { captureOutput, findLists, watchedSignal } from './observers.test.support.js';
import { answerOf, FETCHED, isStream, type RawSubject } from './raw-subjects.test.support.js';

const KEY = 'sk-never/to+be=seen-0123456789';
const WAYS = ['generate', 'stream'] as const;
type Way = (typeof WAYS)[number];
const hello = [createMessage('user', 'Hello')];

/** A9, A10, C8: rules that hold for each provider, whatever its server sends. */
export function describeLimits(name: string, subject: RawSubject): void {
  describe(`${name}, through its official SDK`, () => {
    const server = sharedRawServer();
    beforeAll(async () => {
      // Loads the SDK, so that no test measures that.
      server.respond(answerOf(subject));
      await ask('generate');
    });

    function client(config: Partial<LLMConfig> = {}) {
      return createClient({
        ...subject.config,
        apiKey: KEY,
        baseUrl: server.url.replace(/\/v1$/, subject.path),
        retries: { maxRetries: 1, baseDelayMs: 1 },
        timeouts: { totalMs: 5000 },
        ...config,
      });
    }

    interface Asked {
      readonly config?: Partial<LLMConfig>;
      readonly options?: GenerateOptions;
      readonly messages?: readonly Message[];
    }

    function ask(way: Way, { config, options = {}, messages = hello }: Asked = {}): Promise<LLMResponse> {
      const model = client(config);
      if (way === 'generate') return model.generate(messages, [], options);
      return assemble(model.stream?.(messages, [], options) ?? []);
    }

    /** Starts a stream, and then calls `then`. */
    const begun =
      (then: Handler): Handler =>
      (response, request, index) => {
        const first = subject.stream('Hi.').slice(0, -2).join('');
        response.writeHead(200, { 'content-type': subject.streamType });
        response.write(first, () => void then(response, request, index));
      };

    describe('timeouts', () => {
      const once = { maxRetries: 0 };

      it.each(WAYS)('end a whole call by %s, and close the socket', async (way) => {
        server.respond(() => {});
        const error = await failureOf(ask(way, { config: { timeouts: { totalMs: 80 }, retries: once } }));
        expect(error).toMatchObject({ code: 'PROVIDER_TIMEOUT', hint: expect.stringContaining('totalMs') });
        await server.requests[0]?.closed;
      });

      it.each(WAYS)('end a refusal that never ends, by %s', async (way) => {
        server.respond((response) => void response.writeHead(500).write('{"error":'));
        const error = await failureOf(ask(way, { config: { timeouts: { totalMs: 80 }, retries: once } }));
        expect(error).toMatchObject({ code: 'PROVIDER_TIMEOUT', hint: expect.stringContaining('totalMs') });
        await server.requests[0]?.closed;
      });

      it.each(WAYS)('end the wait for a body, by %s', async (way) => {
        const type = { 'content-type': way === 'stream' ? subject.streamType : 'application/json' };
        server.respond((response) => void response.writeHead(200, type).flushHeaders());
        const timeouts = way === 'stream' ? { firstChunkMs: 80 } : { totalMs: 80 };
        const error = await failureOf(ask(way, { config: { timeouts, retries: once } }));
        expect(error).toMatchObject({ code: 'PROVIDER_TIMEOUT' });
        await server.requests[0]?.closed;
      });

      it('end the wait for the first bytes of a stream', async () => {
        server.respond(() => {});
        const error = await failureOf(
          ask('stream', { config: { timeouts: { firstChunkMs: 60 }, retries: once } }),
        );
        expect(error).toMatchObject({
          code: 'PROVIDER_TIMEOUT',
          hint: expect.stringContaining('firstChunkMs'),
        });
        await server.requests[0]?.closed;
      });

      it('end a stream that falls silent', async () => {
        server.respond(begun(() => {}));
        const error = await failureOf(ask('stream', { config: { timeouts: { idleMs: 400 } } }));
        expect(error).toMatchObject({ code: 'PROVIDER_TIMEOUT', hint: expect.stringContaining('idleMs') });
        // The stream had begun, so it is not retried.
        expect(server.requests).toHaveLength(1);
        await server.requests[0]?.closed;
      });
    });

    describe('an abort', () => {
      it.each(WAYS)('closes the socket while %s is waiting', async (way) => {
        const abort = new AbortController();
        server.respond(() => abort.abort());
        const error = await failureOf(ask(way, { options: { signal: abort.signal } }));
        expect(error).toMatchObject({ code: 'ABORTED', blame: 'user' });
        expect(server.requests).toHaveLength(1);
        await server.requests[0]?.closed;
      });

      it('closes the socket in the middle of a stream', async () => {
        const abort = new AbortController();
        server.respond(begun(() => abort.abort()));
        const error = await failureOf(ask('stream', { options: { signal: abort.signal } }));
        expect(error).toMatchObject({ code: 'ABORTED' });
        await server.requests[0]?.closed;
      });

      it('leaves no listener on a signal that lives on', async () => {
        const { signal, listeners } = watchedSignal();
        const flaky: Handler = (...asked) =>
          asked[2] === 0 ? sendJson(asked[0], '{}', 500) : answerOf(subject)(...asked);
        for (const handler of [answerOf(subject), flaky, begun((response) => void response.destroy())]) {
          for (const way of WAYS) {
            server.respond(handler);
            await ask(way, { options: { signal } }).catch(() => 'it is judged elsewhere');
          }
        }
        expect(listeners()).toBe(0);
      });
    });

    it.each(WAYS)('by %s retries 425, 502 and 504', async (way) => {
      for (const status of [425, 502, 504]) {
        server.respond((...asked) =>
          asked[2] === 0 ? sendJson(asked[0], '{"error":{}}', status) : answerOf(subject)(...asked),
        );
        expect((await ask(way)).content).toBe('Hello');
        expect(server.requests).toHaveLength(2);
      }
    });

    it.each<[string, string, () => string, number]>([
      ['seconds', 'retry-after', () => '7', 7000],
      ['milliseconds', 'retry-after-ms', () => '350', 350],
      ['a date', 'retry-after', () => new Date(Date.now() + 20_000).toUTCString(), 20_000],
    ])('waits as long as the server asks, in %s', async (_form, header, value, expected) => {
      for (const way of WAYS) {
        server.respond((...asked) => {
          if (asked[2] > 0) return answerOf(subject)(...asked);
          sendJson(asked[0], '{"error":{"message":"slow down"}}', 429, { [header]: value() });
        });
        const waits: number[] = [];
        const sleep = async (ms: number) => void waits.push(ms);
        const timeouts = { totalMs: 100_000 };
        await ask(way, { config: { timeouts, runtime: { sleep } } });
        expect(waits).toHaveLength(1);
        // Dates have no fractions of a second, and jitter is added.
        expect(waits[0]).toBeGreaterThan(expected - 1500);
        expect(waits[0]).toBeLessThanOrEqual(expected + 2);
      }
    });

    it('ends a stream in which the server reports a failure, and does not retry it', async () => {
      server.respond(begun((response) => void response.end(subject.failure(`Overloaded, ${KEY}`))));
      const error = await failureOf(ask('stream'));
      expect(error).toMatchObject({ code: 'PROVIDER_FAILED', blame: 'provider' });
      expect(error.message).toContain('Overloaded, [redacted]');
      expect(server.requests).toHaveLength(1);
    });

    it.each(WAYS)('sends the members of extraBody by %s', async (way) => {
      server.respond(answerOf(subject));
      await ask(way, { options: { extraBody: { x: 1 } } });
      expect(server.requests[0]?.body).toHaveProperty('x', 1);
    });

    it('sends images by data URL, by bytes and by address', async () => {
      const png = Buffer.from('89504e470d0a1a0a00', 'hex');
      const base64 = png.toString('base64');
      const images = [`data:image/png;base64,${base64}`, png, 'https://example.com/a.png'];
      server.respond(answerOf(subject));
      const fetchImage: typeof fetch = async (input, init) =>
        String(input).startsWith('https://example.com/')
          ? new Response(Buffer.from(FETCHED, 'base64'))
          : fetch(input, init);
      const messages = [createMessage('user', 'Look.', { images })];
      await ask('generate', { messages, config: { runtime: { fetch: fetchImage } } }).catch(
        () => 'only what is sent matters',
      );
      const { data, url } = subject.images;
      const sent = findLists(server.requests[0]?.body);
      const expected = [data(base64), data(base64), url('https://example.com/a.png')];
      // The last part may have a cache breakpoint.
      const parts = expected.map((part) => (typeof part === 'string' ? part : expect.objectContaining(part)));
      expect(sent).toContainEqual(expect.arrayContaining(parts));
    });

    describe('a key', () => {
      it('does not appear in a client', () => {
        const text = inspect(client(), { depth: 12, showHidden: true }) + JSON.stringify(client());
        expect(text).toContain(subject.config.model);
        expect(text).not.toContain('never/to');
      });

      let folder: string;
      beforeAll(async () => {
        folder = await mkdtemp(join(tmpdir(), 'toolwright-'));
      });
      afterAll(() => rm(folder, { recursive: true }));

      const refusing =
        (status: number, body: string, headers: object = {}): Handler =>
        (response) =>
          sendJson(response, body, status, headers);
      const failures: readonly (readonly [string, Handler])[] = [
        ['refusal', refusing(401, JSON.stringify({ error: { message: `bad key ${KEY}` } }))],
        ['refusal that is tried again', refusing(500, JSON.stringify({ error: { message: KEY } }))],
        ['URL in a refusal', refusing(403, JSON.stringify({ error: `?key=${encodeURIComponent(KEY)}` }))],
        ['page', refusing(400, `<p>Bearer ${KEY}</p>`)],
        ['request id', refusing(422, '{}', { 'x-request-id': KEY, 'request-id': KEY })],
        ['reply that is not JSON', refusing(200, `{"x": ${KEY}`)],
        ['reply of another kind', refusing(200, JSON.stringify({ key: KEY }))],
        ['lost connection', (response) => void response.destroy()],
        ['broken stream', begun((response) => void response.end(`data: {"x": "${KEY}\n\n`))],
        ['failure in a stream', begun((response) => void response.end(subject.failure(KEY)))],
      ];

      it.each(failures)('does not appear in any output of a run: %s', async (_name, handler) => {
        const output: unknown[] = [];
        const silence = captureOutput(output);
        try {
          for (const way of WAYS) {
            server.respond((...asked) => {
              // Failures that only a stream can express become a lost connection.
              if (isStream(subject, asked[1]) || way === 'generate') return handler(...asked);
            });
            const config = { errorReports: folder };
            const onEvent = (event: LLMNotice) => void output.push(event);
            const error = await ask(way, { config, options: { onEvent } }).catch((thrown) => thrown);
            output.push(error);
          }
        } finally {
          silence();
        }
        for (const file of await readdir(folder)) output.push(await readFile(join(folder, file), 'utf8'));
        const text = inspect(output, { depth: 12, showHidden: true }) + JSON.stringify(output);
        expect(output.some((value) => value instanceof Error)).toBe(true);
        for (const form of [KEY, encodeURIComponent(KEY), 'never/to', JSON.stringify(KEY).slice(1, -1)]) {
          expect(text).not.toContain(form);
        }
      });
    });
  });
}
