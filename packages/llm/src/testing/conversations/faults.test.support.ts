import { setImmediate as turn } from 'node:timers/promises';
import { inspect } from 'node:util';
import type { ErrorCode, ToolwrightError } from '@toolwright/contract';
import { createMessage } from '../../request/messages.js';
import { failureOf } from '../failures.test.support.js';
import { KEY, Stage, type Subject, WAYS } from './stage.test.support.js';

const HELLO = [createMessage('user', 'Hello')];

/** A9, C8: failures are retried if that may help; other failures are typed errors. Errors never show a key. */
export function describeFaults(subject: Subject): void {
  const stage = new Stage(subject);
  // A new server for each test: a late request from an abandoned call would otherwise count as the first request of the next test.
  beforeEach(async () => {
    await stage.open();
    stage.clear();
  });
  afterEach(() => stage.close());

  async function failure(work: Promise<unknown>): Promise<ToolwrightError> {
    const error = await failureOf(work);
    expect(inspect([error, stage.events], { depth: 10, showHidden: true })).not.toContain(KEY);
    return error;
  }

  /** Refuses every request and quotes the key, as some servers do. */
  function refuse(status: number): void {
    const error = { message: `no, ${KEY}` };
    stage.mock.on({ userMessage: 'Hello' }, { error, status, retryAfter: 0 });
  }

  describe.each(WAYS)('%s', (way) => {
    it.each([408, 409, 429, 500, 503, 529])('retries status %i', async (status) => {
      const error = { message: 'not now' };
      stage.mock.on({ userMessage: 'Hello', sequenceIndex: 0 }, { error, status, retryAfter: 0 });
      stage.mock.on({ userMessage: 'Hello', sequenceIndex: 1 }, { content: 'Hi.' });
      expect((await stage.ask(way, HELLO)).content).toBe('Hi.');
      expect(stage.sent).toHaveLength(2);
      expect(stage.events).toEqual([expect.objectContaining({ type: 'retry', attempt: 1 })]);
    });

    it.each<[number, ErrorCode]>([
      [400, 'BAD_REQUEST'],
      [401, 'AUTHENTICATION'],
      [403, 'AUTHENTICATION'],
      [404, 'BAD_REQUEST'],
      [422, 'BAD_REQUEST'],
    ])('does not retry status %i', async (status, code) => {
      refuse(status);
      expect(await failure(stage.ask(way, HELLO))).toMatchObject({ code, status });
      expect(stage.sent).toHaveLength(1);
    });

    it('gives up after the last retry', async () => {
      refuse(500);
      const client = stage.client({ retries: { maxRetries: 2, baseDelayMs: 1 } });
      expect(await failure(stage.ask(way, HELLO, { client }))).toMatchObject({
        code: 'PROVIDER_FAILED',
        blame: 'provider',
        status: 500,
      });
      expect(stage.sent).toHaveLength(3);
    });

    it('refuses a reply that is not JSON', async () => {
      stage.mock.on({ userMessage: 'Hello' }, { content: 'Hi.' }).setChaos({ malformedRate: 1 });
      expect(await failure(stage.ask(way, HELLO))).toMatchObject({ code: 'INVALID_RESPONSE' });
    });

    it('retries a lost connection', async () => {
      stage.mock.on({ userMessage: 'Hello' }, { content: 'Hi.' }).setChaos({ disconnectRate: 1 });
      const client = stage.client({ retries: { maxRetries: 1, baseDelayMs: 1 } });
      expect(await failure(stage.ask(way, HELLO, { client }))).toMatchObject({
        code: 'NETWORK',
        blame: 'provider',
      });
      expect(stage.sent).toHaveLength(2);
    });

    it('reports that no server listens at the address', async () => {
      const client = stage.client({ baseUrl: 'http://127.0.0.1:1', retries: { maxRetries: 0 } });
      expect(await failure(stage.ask(way, HELLO, { client }))).toMatchObject({ code: 'NETWORK' });
    });

    it('does not wait longer than its time limit', async () => {
      stage.mock.on({ userMessage: 'Hello' }, { content: 'Hi.' }).setChaos({ latencyMs: 20_000 });
      const client = stage.client({ timeouts: { totalMs: 200 } });
      expect(await failure(stage.ask(way, HELLO, { client }))).toMatchObject({ code: 'PROVIDER_TIMEOUT' });
    });

    it('sends nothing when it is aborted beforehand', async () => {
      const asked = stage.ask(way, HELLO, { signal: AbortSignal.abort() });
      expect(await failure(asked)).toMatchObject({ code: 'ABORTED', blame: 'user' });
      expect(stage.sent).toEqual([]);
    });

    it('ends at once when it is aborted', async () => {
      stage.mock.on({ userMessage: 'Hello' }, { content: 'Hi.' }).setChaos({ latencyMs: 20_000 });
      const abort = new AbortController();
      const asked = failure(stage.ask(way, HELLO, { signal: abort.signal }));
      while (stage.sent.length === 0) await turn();
      abort.abort();
      expect(await asked).toMatchObject({ code: 'ABORTED' });
      expect(stage.sent).toHaveLength(1);
    });
  });

  it('refuses a stream that is cut off, and does not retry it', async () => {
    const options = { chunkSize: 2, latency: 5, truncateAfterChunks: 9 };
    stage.mock.on({ userMessage: 'Hello' }, { content: 'A long answer that is cut.' }, options);
    const texts: string[] = [];
    const read = async () => {
      for await (const delta of stage.client().stream?.(HELLO, [], {}) ?? []) {
        if (delta.type === 'text-delta') texts.push(delta.text);
      }
    };
    expect(await failure(read())).toMatchObject({ code: 'STREAM_CUT' });
    expect('A long answer that is cut.'.startsWith(texts.join(''))).toBe(true);
    expect(texts.length).toBeGreaterThan(0);
    expect(stage.sent).toHaveLength(1);
  });

  it('ends a stream when it is aborted in its middle', async () => {
    stage.mock.on({ userMessage: 'Hello' }, { content: 'A slow answer.' }, { chunkSize: 1, latency: 50 });
    const abort = new AbortController();
    const read = async () => {
      for await (const delta of stage.client().stream?.(HELLO, [], { signal: abort.signal }) ?? []) {
        if (delta.type === 'text-delta') abort.abort();
      }
    };
    expect(await failure(read())).toMatchObject({ code: 'ABORTED' });
  });
}
