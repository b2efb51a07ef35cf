import { assemble } from '../../reply/stream-assembler.js';
import { fail, failureOf } from '../../testing/failures.test.support.js';
import { chunk, event, type Handler, SSE, sendJson } from '../../testing/raw-server.test.support.js';
import { hello, KEY, openaiStage } from './openai-stage.test.support.js';

const { server, client } = openaiStage({ apiKey: KEY, retries: { baseDelayMs: 1 } });

describe('a refused request', () => {
  it.each([
    [400, {}, 'BAD_REQUEST', 'developer'],
    [400, { code: 'context_length_exceeded' }, 'CONTEXT_TOO_LONG', 'developer'],
    [400, { message: "This model's maximum context length is 10 tokens." }, 'CONTEXT_TOO_LONG', 'developer'],
    [413, {}, 'CONTEXT_TOO_LONG', 'developer'],
    [400, { code: 'content_filter' }, 'CONTENT_FILTER', 'user'],
    [401, {}, 'AUTHENTICATION', 'developer'],
    [403, {}, 'AUTHENTICATION', 'developer'],
    [404, {}, 'BAD_REQUEST', 'developer'],
    [422, {}, 'BAD_REQUEST', 'developer'],
    [429, { code: 'insufficient_quota' }, 'RATE_LIMIT', 'provider'],
  ])('with status %i and %j is not sent again', async (status, error, code, blame) => {
    server.respond(fail(status, { message: 'no', ...error }, { 'x-request-id': 'req_1' }));
    for (const work of [() => client().generate(hello), () => assemble(client().stream(hello))]) {
      server.requests.length = 0;
      expect(await failureOf(work())).toMatchObject({ code, blame, status, requestId: 'req_1' });
      expect(server.requests).toHaveLength(1);
    }
  });

  it('is described in the words of the provider', async () => {
    server.respond(fail(400, { message: 'Unknown parameter: top_q.' }));
    expect((await failureOf(client().generate(hello))).message).toBe(
      'openai-compatible refused the request (status 400): Unknown parameter: top_q.',
    );
  });

  it.each<[string, string]>([
    ['{"object":"error","message":"Too hot.","code":400}', 'Too hot.'],
    ['{"error":"Too hot."}', 'Too hot.'],
    ['{"detail":"Too hot."}', 'Too hot.'],
    ['{"detail":[{"msg":"Too hot."}]}', '{"detail":[{"msg":"Too hot."}]}'],
    ['Too hot.', 'Too hot.'],
    ['', 'no reason given'],
    ['null', 'no reason given'],
  ])('is described in the words of servers with other error formats: %s', async (body, words) => {
    server.respond((response) => sendJson(response, body, 400));
    expect((await failureOf(client().generate(hello))).message).toBe(
      `openai-compatible refused the request (status 400): ${words}`,
    );
  });

  it('shows only the beginning of a long page', async () => {
    server.respond((response) => {
      response.writeHead(404, { 'content-type': 'text/html' }).end(`<html>${'x'.repeat(10_000)}</html>`);
    });
    const { message, hint } = await failureOf(client().generate(hello));
    expect(message.length).toBeLessThan(700);
    expect(hint).toContain('/v1');
  });
});

describe('a request that cannot be made', () => {
  it('is blamed on the developer and not retried', async () => {
    server.respond(fail(500));
    const circular: Record<string, never> = {};
    Object.assign(circular, { circular });
    const options = { extraBody: circular };
    expect(await failureOf(client().generate(hello, [], options))).toMatchObject({
      code: 'BAD_REQUEST',
      blame: 'developer',
      message: expect.stringContaining('circular'),
    });
    expect(server.requests).toHaveLength(0);
  });
});

describe('a stream that has begun', () => {
  const begun = event(chunk({ content: 'Half an ' }));

  it.each<[string, Handler, string]>([
    ['ends without a finish', (response) => void response.end(), 'STREAM_CUT'],
    ['loses its connection', (response) => void response.destroy(), 'STREAM_CUT'],
    [
      'ends in the middle of a chunk',
      (response) => void response.end('data: {"choices":[{"del'),
      'STREAM_CUT',
    ],
    [
      'holds a chunk that is not JSON',
      (response) => void response.write('data: {oops}\n\n'),
      'INVALID_RESPONSE',
    ],
    [
      'holds an error object',
      (response) => void response.write(event({ error: { message: 'Overloaded', type: 'server_error' } })),
      'PROVIDER_FAILED',
    ],
    [
      'holds an error object with a status',
      (response) => void response.write(event({ error: { message: 'Slow down', code: 429 } })),
      'RATE_LIMIT',
    ],
  ])('and %s is an error, never an answer, and is not tried again', async (_name, go, code) => {
    const texts: string[] = [];
    let proceed = (): void => {};
    server.respond(async (response, request, index) => {
      const arrived = new Promise<void>((resolve) => {
        proceed = resolve;
      });
      response.writeHead(200, SSE).write(begun);
      await arrived;
      await go(response, request, index);
    });
    const read = async () => {
      for await (const delta of client().stream(hello)) {
        if (delta.type === 'text-delta') texts.push(delta.text);
        proceed();
      }
    };
    expect(await failureOf(read())).toMatchObject({ code });
    expect(texts).toEqual(['Half an ']);
    expect(server.requests).toHaveLength(1);
    await server.requests[0]?.closed;
  });

  it('yields the text before a fault in the same packet', async () => {
    server.respond((response) => {
      response.writeHead(200, SSE).write(`${begun}data: nonsense\n\n`);
    });
    const deltas = client().stream(hello);
    expect((await deltas.next()).value).toEqual({ type: 'text-delta', text: 'Half an ' });
    expect(await failureOf(deltas.next())).toMatchObject({ code: 'INVALID_RESPONSE' });
    expect(await deltas.next()).toEqual({ done: true, value: undefined });
  });

  it.each([
    ['nested deeply', `{"error":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
    ['a page of a megabyte', '<p>exceed</p>'.repeat(80_000)],
    ['an object with a toString of its own', '{"error":{"message":"no","code":{"toString":1,"valueOf":1}}}'],
  ])('is described by its status if the body is %s', async (_kind, body) => {
    server.respond(
      (response) => void response.writeHead(400, { 'content-type': 'application/json' }).end(body),
    );
    const error = await failureOf(client().generate(hello));
    expect(error).toMatchObject({ code: 'BAD_REQUEST', status: 400 });
    expect(error.message.length).toBeLessThan(700);
  });

  it('is complete if the connection breaks after the finish reason', async () => {
    server.respond((response) => {
      response.writeHead(200, SSE).write(begun + event(chunk({}, 'stop')), () => response.destroy());
    });
    expect(await assemble(client().stream(hello))).toMatchObject({
      content: 'Half an ',
      finishReason: 'stop',
    });
  });
});
