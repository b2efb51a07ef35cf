import * as fc from 'fast-check';
import { assemble, toAssistantMessage } from '../../reply/stream-assembler.js';
import { failureOf } from '../../testing/failures.test.support.js';
import { sendJson } from '../../testing/raw-server.test.support.js';
import { add, done, hello, OllamaStage, reply, whole } from './ollama-stage.test.support.js';

const NDJSON = { 'content-type': 'application/x-ndjson' };
const lines = (values: readonly object[]) => values.map((value) => `${JSON.stringify(value)}\n`).join('');

const stage = new OllamaStage();
beforeAll(() => stage.open());
afterAll(() => stage.close());

describe('the reply of Ollama', () => {
  const stream = (values: readonly object[]) => {
    stage.server.respond((response) => void response.writeHead(200, NDJSON).end(lines(values)));
    return assemble(stage.client().stream(hello, [add]));
  };
  const call = (a: number) => ({ function: { index: 0, name: 'add', arguments: { a } } });

  it('gives text, thoughts and usage, whole and streamed', async () => {
    const expected = {
      content: 'Hi.',
      reasoning: 'Hm.',
      toolCalls: [],
      finishReason: 'stop',
      usage: { inputTokens: 11, outputTokens: 7 },
    };
    expect(
      await stream([reply({ thinking: 'Hm.' }), reply({ content: 'H' }), reply({ content: 'i.' }), done()]),
    ).toEqual(expected);
    stage.server.respond((response) => sendJson(response, whole({ thinking: 'Hm.', content: 'Hi.' })));
    expect(await stage.client().generate(hello)).toEqual(expected);
  });

  // A13
  it('distinguishes calls without ids that all have index 0', async () => {
    for (const values of [
      [reply({ tool_calls: [call(1), call(2)] }), done()],
      [reply({ tool_calls: [call(1)] }), reply({ tool_calls: [call(2)] }), done()],
    ]) {
      const response = await stream(values);
      expect(response).toMatchObject({ finishReason: 'tool-calls', content: null });
      expect(response.toolCalls.map((made) => made.function.arguments)).toEqual(['{"a":1}', '{"a":2}']);
      expect(new Set(response.toolCalls.map(({ id }) => id)).size).toBe(2);
    }
  });

  it('gives calls of two turns different ids, and keeps those of newer servers', async () => {
    const first = await stream([reply({ tool_calls: [call(1)] }), done()]);
    const later = { created_at: '2026-11-22T00:00:01.5Z' };
    const second = await stream([reply({ tool_calls: [call(1)] }, later), done()]);
    expect(first.toolCalls[0]?.id).not.toBe(second.toolCalls[0]?.id);
    const third = await stream([reply({ tool_calls: [{ id: 'call_x', ...call(1) }] }), done()]);
    expect(third.toolCalls[0]?.id).toBe('call_x');
    expect(toAssistantMessage(third).tool_calls).toHaveLength(1);
  });

  it.each([
    ['length', 'length'],
    ['load', 'other'],
    [undefined, 'stop'],
  ])('has the finish reason: %s', async (done_reason, finishReason) => {
    expect(await stream([reply({ content: 'x' }), done({ done_reason })])).toMatchObject({ finishReason });
  });

  // C10
  it('gives log-probabilities', async () => {
    const logprobs = [{ token: 'Hi', logprob: -0.2, top_logprobs: [{ token: 'Yo', logprob: -2 }] }];
    const { logprobs: got } = await stream([reply({ content: 'Hi' }, { logprobs }), done()]);
    expect(got).toEqual([{ token: 'Hi', logprob: -0.2, top: [{ token: 'Yo', logprob: -2 }] }]);
  });

  it.each([
    ['ends early', [reply({ content: 'Hi' })], 'STREAM_CUT'],
    ['is empty', [], 'STREAM_CUT'],
    ['holds an error', [reply({ content: 'Hi' }), { error: 'the model crashed' }], 'PROVIDER_FAILED'],
    ['holds something else', [{ hello: 'world' }], 'INVALID_RESPONSE'],
  ])('is an error if the stream %s', async (_name, values, code) => {
    expect(await failureOf(stream(values))).toMatchObject({ code });
  });

  it('is the same for any chunking of the same bytes', async () => {
    const values = [
      reply({ thinking: 'Tromsø 🤔' }),
      reply({ content: 'Grüße' }),
      reply({ tool_calls: [call(1)] }),
      done(),
    ];
    const bytes = new TextEncoder().encode(lines(values));
    const expected = await stream(values);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat({ max: bytes.length })), async (cuts) => {
        const points = [...new Set(cuts)].sort((a, b) => a - b);
        const body = new ReadableStream<Uint8Array>({
          start(controller) {
            for (const [index, start] of [0, ...points].entries()) {
              controller.enqueue(bytes.slice(start, points[index] ?? bytes.length));
            }
            controller.close();
          },
        });
        const runtime = { env: {}, fetch: async () => new Response(body) };
        expect(await assemble(stage.client({ runtime }).stream(hello))).toEqual(expected);
      }),
      { numRuns: 60 },
    );
  });

  it.each([
    [404, { error: "model 'llama3.2' not found" }, 'BAD_REQUEST', "model 'llama3.2' not found"],
    [400, { error: 'llama3.2 does not support tools' }, 'BAD_REQUEST', 'does not support tools'],
    [500, { error: 'out of memory' }, 'PROVIDER_FAILED', 'out of memory'],
  ])('is a typed error with status %i', async (status, body, code, message) => {
    stage.server.respond((response) => sendJson(response, JSON.stringify(body), status));
    expect(await failureOf(stage.client().generate(hello))).toMatchObject({
      code,
      status,
      message: expect.stringContaining(message),
    });
  });

  it('ends when it is aborted, and the connection is closed', async () => {
    stage.server.respond(
      (response) => void response.writeHead(200, NDJSON).write(lines([reply({ content: 'Hi' })])),
    );
    const stop = new AbortController();
    const deltas = stage.client().stream(hello, [], { signal: stop.signal });
    await deltas.next();
    stop.abort();
    expect(await failureOf(deltas.next())).toMatchObject({ code: 'ABORTED' });
    await stage.server.requests[0]?.closed;
  });

  it('times out', async () => {
    stage.server.respond(
      (response) => void response.writeHead(200, NDJSON).write(lines([reply({ content: 'Hi' })])),
    );
    const deltas = stage.client({ timeouts: { idleMs: 50 } }).stream(hello);
    await deltas.next();
    expect(await failureOf(deltas.next())).toMatchObject({ code: 'PROVIDER_TIMEOUT' });
    await stage.server.requests[0]?.closed;
  });
});
