import { createClient, fallbackClient } from '@toolwright/llm';
import { event, SSE, sharedRawServer } from '../../../../llm/src/testing/raw-server.test.support.js';
import { Agent } from '../../agent/agent.js';
import { collect } from '../../run/collect.test.support.js';
import { BEGUN, CUT, registry, SENTENCE } from './wrong-call.test.support.js';

// H5
describe('a call over HTTP that can no longer be valid', () => {
  const server = sharedRawServer();
  const chat = (delta: object, finish_reason: string | null = null) =>
    event({
      id: 'x',
      object: 'chat.completion.chunk',
      model: 'm',
      choices: [{ index: 0, delta, finish_reason }],
    });
  const call = (text: string) => chat({ tool_calls: [{ index: 0, function: { arguments: text } }] });
  const block = (type: string, more: object) => event({ type, index: 0, ...more });
  const start = {
    type: 'message',
    id: 'm',
    role: 'assistant',
    model: 'm',
    content: [],
    usage: { input_tokens: 9, output_tokens: 1 },
  };

  const wires = {
    openai: {
      begin: [
        chat({
          role: 'assistant',
          tool_calls: [{ index: 0, id: 'c1', function: { name: 'write', arguments: '' } }],
        }),
        ...BEGUN.map(call),
      ],
      answer: [chat({ content: 'Done.' }), chat({}, 'stop'), event('[DONE]')],
      config: { provider: 'openai-compatible' },
      sent: {
        messages: [
          { role: 'user' },
          { role: 'assistant', tool_calls: [{ id: 'c1', function: { name: 'write', arguments: CUT } }] },
          { role: 'tool', tool_call_id: 'c1', content: `Tool error: ${SENTENCE}` },
        ],
      },
    },
    anthropic: {
      begin: [
        event({ type: 'message_start', message: start }),
        block('content_block_start', {
          content_block: { type: 'tool_use', id: 'c1', name: 'write', input: {} },
        }),
        ...BEGUN.map((text) =>
          block('content_block_delta', { delta: { type: 'input_json_delta', partial_json: text } }),
        ),
      ],
      answer: [
        event({ type: 'message_start', message: start }),
        block('content_block_start', { content_block: { type: 'text', text: '' } }),
        block('content_block_delta', { delta: { type: 'text_delta', text: 'Done.' } }),
        block('content_block_stop', {}),
        event({ type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 3 } }),
        event({ type: 'message_stop' }),
      ],
      config: { provider: 'anthropic', apiKey: 'key' },
      sent: {
        messages: [
          { role: 'user' },
          {
            role: 'assistant',
            content: [{ type: 'tool_use', id: 'c1', name: 'write', input: { mode: 'insert' } }],
          },
          { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c1' }] },
        ],
      },
    },
  } as const;

  it.each(Object.entries(wires))('ends the request, and is answered at once: %s', async (_, wire) => {
    server.respond(async (response, _request, index) => {
      response.writeHead(200, SSE);
      for (const piece of index === 0 ? wire.begin : wire.answer) response.write(piece);
      // The first reply would never end.
      if (index > 0) response.end();
    });
    const llmClient = createClient({ model: 'm', baseUrl: server.url, ...wire.config });
    const events = await collect(new Agent({ llmClient, toolRegistry: registry }).runStream('Write.'));
    await server.requests[0]?.closed;
    expect(server.requests).toHaveLength(2);
    expect(server.requests[1]?.body).toMatchObject(wire.sent);
    expect(JSON.stringify(server.requests[1]?.body)).toContain(JSON.stringify(SENTENCE).slice(1, -1));
    const result = { type: 'tool-result', callId: 'c1', name: 'write', early: true };
    expect(events.find(({ type }) => type === 'tool-result')).toMatchObject(result);
    expect(events.at(-1)).toMatchObject({ result: { status: 'completed', finalResponse: 'Done.' } });
  });

  it('does not make a fallback ask another model', async () => {
    const { openai } = wires;
    server.respond((response, _request, index) => {
      response.writeHead(200, SSE);
      for (const piece of index === 0 ? openai.begin : openai.answer) response.write(piece);
      if (index > 0) response.end();
    });
    const first = createClient({ ...openai.config, model: 'first', baseUrl: server.url });
    const second = createClient({ ...openai.config, model: 'second', baseUrl: server.url });
    const llmClient = fallbackClient([first, second], { breaker: { failures: 1 } });
    const events = await collect(new Agent({ llmClient, toolRegistry: registry }).runStream('Write.'));
    await server.requests[0]?.closed;
    expect(server.requests.map(({ body }) => body.model)).toEqual(['first', 'first']);
    expect(events.filter(({ type }) => type === 'fallback')).toEqual([]);
    expect(events.at(-1)).toMatchObject({
      result: { status: 'completed', toolCalls: [{ early: true }] },
    });
  });
});
