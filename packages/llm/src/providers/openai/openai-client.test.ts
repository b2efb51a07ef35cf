import type { LLMDelta } from '@toolwright/contract';
import { assemble } from '../../reply/stream-assembler.js';
import {
  chunk,
  completion,
  event,
  SSE,
  sendJson,
  startRawServer,
  streamOf,
} from '../../testing/raw-server.test.support.js';
import { hello, openaiStage, weather } from './openai-stage.test.support.js';

const { server, client } = openaiStage({ retries: { maxRetries: 0 } });

async function collect(deltas: AsyncIterable<LLMDelta>): Promise<LLMDelta[]> {
  const list: LLMDelta[] = [];
  for await (const delta of deltas) list.push(delta);
  return list;
}

describe('OpenAIClient.generate', () => {
  it('gives text, finish reason and usage', async () => {
    const usage = {
      prompt_tokens: 12,
      completion_tokens: 7,
      prompt_tokens_details: { cached_tokens: 4 },
      completion_tokens_details: { reasoning_tokens: 3 },
    };
    server.respond((response) => sendJson(response, completion({ content: 'Hi.' }, 'stop', { usage })));
    expect(await client().generate(hello)).toEqual({
      content: 'Hi.',
      toolCalls: [],
      finishReason: 'stop',
      usage: { inputTokens: 12, outputTokens: 7, cachedInputTokens: 4, reasoningTokens: 3 },
    });
    expect(server.requests[0]?.url).toBe('/v1/chat/completions');
  });

  it('gives tool calls as the model wrote them, also malformed ones', async () => {
    const call = { id: 'c1', type: 'function', function: { name: 'weather', arguments: '{"city":' } };
    server.respond((response) =>
      sendJson(response, completion({ content: null, tool_calls: [call] }, 'tool_calls')),
    );
    expect(await client().generate(hello, [weather])).toEqual({
      content: null,
      toolCalls: [call],
      finishReason: 'tool-calls',
    });
  });

  it('reports calls although the server finishes with stop', async () => {
    const call = { type: 'function', function: { name: 'weather', arguments: { city: 'Oslo' } } };
    server.respond((response) => sendJson(response, completion({ content: '', tool_calls: [call] })));
    const { finishReason, toolCalls } = await client().generate(hello, [weather]);
    expect(finishReason).toBe('tool-calls');
    expect(toolCalls[0]?.function.arguments).toBe('{"city":"Oslo"}');
    expect(toolCalls[0]?.id).toMatch(/^call_0_\w+$/);
  });

  it('shows reasoning and refusals', async () => {
    server.respond((response) =>
      sendJson(response, completion({ content: null, refusal: 'No.', reasoning_content: 'Hm.' })),
    );
    expect(await client().generate(hello)).toMatchObject({
      content: null,
      refusal: 'No.',
      reasoning: 'Hm.',
    });
  });

  it.each([
    ['an HTML page', '<html>Welcome</html>'],
    ['no body', ''],
    ['a body that is cut', '{"choices":[{"mess'],
    ['other JSON', '{"hello":"world"}'],
    ['a list', '[]'],
    ['a completion without choices', '{"choices":[]}'],
  ])('refuses %s', async (_name, body) => {
    server.respond((response) => sendJson(response, body));
    await expect(client().generate(hello)).rejects.toMatchObject({
      code: 'INVALID_RESPONSE',
      blame: 'provider',
    });
  });
});

describe('OpenAIClient.stream', () => {
  // A13
  it('yields text while the stream is open', async () => {
    let finish = () => {};
    server.respond((response) => {
      response.writeHead(200, SSE).write(event(chunk({ role: 'assistant', content: 'Hel' })));
      finish = () => response.end(streamOf([{ content: 'lo' }]));
    });
    const deltas = client().stream(hello);
    expect(await deltas.next()).toEqual({ done: false, value: { type: 'text-delta', text: 'Hel' } });
    finish();
    expect(await collect(deltas)).toEqual([
      { type: 'text-delta', text: 'lo' },
      { type: 'finish', finishReason: 'stop' },
    ]);
  });

  it('asks for usage and yields it before the finish', async () => {
    server.respond((response) => {
      const usage = { choices: [], usage: { prompt_tokens: 3, completion_tokens: 1 } };
      response.writeHead(200, SSE).write(event(chunk({ content: 'a' })) + event(chunk({}, 'length')));
      response.end(event(usage) + event('[DONE]'));
    });
    expect(await collect(client().stream(hello))).toEqual([
      { type: 'text-delta', text: 'a' },
      { type: 'usage', usage: { inputTokens: 3, outputTokens: 1 } },
      { type: 'finish', finishReason: 'length' },
    ]);
    expect(server.requests[0]?.body).toMatchObject({
      stream: true,
      stream_options: { include_usage: true },
    });
  });

  // C10
  it.each(['generate', 'stream'] as const)('gives log-probabilities by %s', async (way) => {
    const entry = (token: string) => ({
      token,
      logprob: -0.5,
      bytes: [],
      top_logprobs: [{ token: 'x', logprob: -2 }],
    });
    const tokens = { content: [entry('a'), entry('b')], refusal: null };
    server.respond((response) => {
      if (way === 'generate') {
        const choice = { message: { content: 'ab' }, logprobs: tokens, finish_reason: 'stop' };
        return sendJson(response, JSON.stringify({ choices: [choice] }));
      }
      const pieces = ['a', 'b'].map((token) => ({
        choices: [{ index: 0, delta: { content: token }, logprobs: { content: [entry(token)] } }],
      }));
      response.writeHead(200, SSE).end([...pieces, chunk({}, 'stop'), '[DONE]'].map(event).join(''));
    });
    const options = { logprobs: { top: 1 } };
    const result =
      way === 'generate'
        ? await client().generate(hello, [], options)
        : await assemble(client().stream(hello, [], options));
    const top = [{ token: 'x', logprob: -2 }];
    expect(result.logprobs).toEqual([
      { token: 'a', logprob: -0.5, top },
      { token: 'b', logprob: -0.5, top },
    ]);
  });

  it('accepts a whole completion from a server that does not stream', async () => {
    server.respond((response) => sendJson(response, completion({ content: 'Whole.' })));
    expect(await assemble(client().stream(hello))).toEqual({
      content: 'Whole.',
      toolCalls: [],
      finishReason: 'stop',
    });
  });

  it('refuses a page of HTML', async () => {
    server.respond((response) => {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end('<html>Welcome</html>');
    });
    await expect(assemble(client().stream(hello))).rejects.toMatchObject({ code: 'INVALID_RESPONSE' });
  });

  it('sends nothing before the first value is requested', async () => {
    server.respond((response) => sendJson(response, completion({ content: 'x' })));
    const deltas = client().stream(hello);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(server.requests).toHaveLength(0);
    await collect(deltas);
    expect(server.requests).toHaveLength(1);
  });

  it('closes the connection when the consumer leaves', async () => {
    server.respond((response) => {
      response.writeHead(200, SSE).write(event(chunk({ content: 'one' })));
    });
    for await (const delta of client().stream(hello)) {
      expect(delta).toEqual({ type: 'text-delta', text: 'one' });
      break;
    }
    await server.requests[0]?.closed;
  });

  it('reuses the connection after a stream that was read to its end', async () => {
    const own = await startRawServer();
    const ports = new Set<number | undefined>();
    own.respond((response) => {
      ports.add(response.socket?.remotePort);
      response.writeHead(200, SSE).end(streamOf([{ content: 'x' }]));
    });
    const shared = client({ baseUrl: own.url });
    for (let turn = 0; turn < 8; turn++) await collect(shared.stream(hello));
    await own.close();
    // Node's fetch itself alternates between two connections when requests follow each other at once.
    expect(ports.size).toBeLessThanOrEqual(2);
  });

  it('does not wait for a server that stays connected after it is done', async () => {
    server.respond((response) => {
      response.writeHead(200, SSE).write(streamOf([{ content: 'x' }]));
    });
    const started = performance.now();
    expect(await assemble(client().stream(hello))).toMatchObject({ content: 'x', finishReason: 'stop' });
    expect(performance.now() - started).toBeLessThan(30_000);
    await server.requests[0]?.closed;
  });
});
