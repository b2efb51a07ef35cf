import { inspect } from 'node:util';
import type { LLMDelta, LLMNotice, Message } from '@toolwright/contract';
import { GoogleClient } from '../../client/clients.js';
import type { LLMConfig } from '../../client/config.js';
import { assemble } from '../../reply/stream-assembler.js';
import { failureOf } from '../../testing/failures.test.support.js';
import { event, SSE, sendJson, sharedRawServer } from '../../testing/raw-server.test.support.js';
import { response as reply, streamOf } from './responses.test.support.js';

const KEY = 'AIzaVerySecret0123456789abcdefg';
const hello: readonly Message[] = [{ role: 'user', content: 'Hello' }];
const WAYS = ['generate', 'stream'] as const;

const server = sharedRawServer();

function client(config: Partial<LLMConfig> = {}): GoogleClient {
  return new GoogleClient({
    provider: 'google',
    model: 'gemini-3.8-flash',
    baseUrl: server.url.replace('/v1', ''),
    apiKey: KEY,
    retries: { baseDelayMs: 1 },
    timeouts: { totalMs: 5000 },
    ...config,
  });
}

function ask(way: (typeof WAYS)[number], events: LLMNotice[] = []) {
  const options = { onEvent: (notice: LLMNotice) => events.push(notice) };
  return way === 'generate'
    ? client().generate(hello, [], options)
    : assemble(client().stream(hello, [], options));
}

describe('what Google refuses', () => {
  const refusal = (code: number, status: string, message: string, details: readonly object[] = []) =>
    JSON.stringify({ error: { code, message, status, details } });

  it.each([
    [400, 'INVALID_ARGUMENT', 'Unknown name "x"', 'BAD_REQUEST'],
    [400, 'INVALID_ARGUMENT', 'API key not valid. Please pass a valid API key.', 'AUTHENTICATION'],
    [
      400,
      'INVALID_ARGUMENT',
      'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).',
      'CONTEXT_TOO_LONG',
    ],
    [403, 'PERMISSION_DENIED', 'no', 'AUTHENTICATION'],
    [404, 'NOT_FOUND', 'models/x is not found', 'BAD_REQUEST'],
    [
      429,
      'RESOURCE_EXHAUSTED',
      'You exceeded your current quota, please check your plan and billing details.',
      'RATE_LIMIT',
    ],
  ])('with status %i, %s and "%s" is not sent again', async (code, status, message, expected) => {
    server.respond((response) => sendJson(response, refusal(code, status, message), code));
    const error = await failureOf(client().generate(hello));
    expect(error).toMatchObject({ code: expected, status: code });
    expect(error.message).toBe(`google refused the request (status ${code}): ${message}`);
    expect(server.requests).toHaveLength(1);
  });

  it.each(WAYS)('temporarily is retried by %s, after the delay that the body names', async (way) => {
    const message =
      'You exceeded your current quota, please check your plan and billing details.\nPlease retry in 0.02s.';
    const details = [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '0.02s' }];
    server.respond((response, { url }, index) => {
      if (index === 0) sendJson(response, refusal(429, 'RESOURCE_EXHAUSTED', message, details), 429);
      else if (url.includes('stream')) response.writeHead(200, SSE).end(streamOf([{ text: 'Hi.' }]));
      else sendJson(response, JSON.stringify(reply([{ text: 'Hi.' }], 'STOP')));
    });
    const events: LLMNotice[] = [];
    const { content } = await ask(way, events);
    expect(content).toBe('Hi.');
    expect(events).toEqual([expect.objectContaining({ type: 'retry', attempt: 1 })]);
    expect(events[0]?.type === 'retry' && events[0].delayMs).toBeGreaterThanOrEqual(20);
  });

  it.each(WAYS)('because of a malformed call is retried by %s', async (way) => {
    const candidate = { content: {}, finishReason: 'MALFORMED_FUNCTION_CALL', finishMessage: 'print(' };
    server.respond((response, { url }, index) => {
      const body = index === 0 ? { candidates: [candidate] } : reply([{ text: 'Hi.' }], 'STOP');
      if (url.includes('stream')) response.writeHead(200, SSE).end(event(body));
      else sendJson(response, JSON.stringify(body));
    });
    expect((await ask(way)).content).toBe('Hi.');
    expect(server.requests).toHaveLength(2);
  });

  it('in the middle of a stream ends it', async () => {
    server.respond((response) => {
      const failed = event(JSON.parse(refusal(503, 'UNAVAILABLE', 'The model is overloaded.')));
      response.writeHead(200, SSE).end(event(reply([{ text: 'Hi' }])) + failed);
    });
    const deltas: LLMDelta[] = [];
    const read = async () => {
      for await (const delta of client().stream(hello)) deltas.push(delta);
    };
    expect(await failureOf(read())).toMatchObject({ code: 'PROVIDER_FAILED' });
    expect(deltas).toEqual([{ type: 'text-delta', text: 'Hi' }]);
    expect(server.requests).toHaveLength(1);
  });

  it('never shows the key', async () => {
    server.respond((response, { headers }) => {
      sendJson(
        response,
        refusal(403, 'PERMISSION_DENIED', `bad key ${String(headers['x-goog-api-key'])}`),
        403,
      );
    });
    const error = await failureOf(client().generate(hello));
    expect(inspect(error, { depth: 10, showHidden: true })).not.toContain(KEY);
    expect(error.message).toContain('bad key [redacted]');
    expect(inspect(client(), { depth: 10, showHidden: true })).not.toContain(KEY);
  });

  it('as a page of a proxy is shown unchanged', async () => {
    server.respond((response) => {
      response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>');
    });
    const proxied = client({ retries: { maxRetries: 0 } });
    expect((await failureOf(proxied.generate(hello))).message).toContain('<h1>Bad gateway</h1>');
  });
});
