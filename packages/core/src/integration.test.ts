import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { MANIFEST_VERSION, type Manifest } from '@toolwright/contract';
import { createClient } from '@toolwright/llm';
import { scriptedModel } from '@toolwright/llm/testing';
import { PromptRegistry } from '@toolwright/prompts';
import { ToolRegistry, tool } from '@toolwright/tools';
import { Agent } from './agent/agent.js';
import { captureStderr } from './capture-stderr.test.support.js';
import { collect, outline } from './run/collect.test.support.js';

class Arithmetic {
  @tool
  async divide(a: number, b: number): Promise<number> {
    if (b === 0) throw new Error('division by zero');
    return a / b;
  }
}

const number = { type: 'number' } as const;
const manifest: Manifest = {
  version: MANIFEST_VERSION,
  tools: [
    {
      spec: {
        name: 'divide',
        description: 'Divides two numbers.',
        parameters: {
          type: 'object',
          properties: { a: number, b: number },
          required: ['a', 'b'],
          additionalProperties: false,
        },
        annotations: {},
        source: { file: 'integration.test.ts', line: 14 },
      },
      target: () => Arithmetic,
      member: 'divide',
      call: { parameters: ['a', 'b'] },
    },
  ],
};

const registry = () => new ToolRegistry(manifest).registerFrom(new Arithmetic());
const results = (messages: readonly { role: string; content: unknown }[]) =>
  messages.flatMap((message) => (message.role === 'tool' ? [String(message.content)] : []));

// A1, A7
describe('an agent with a ToolRegistry', () => {
  it('executes valid calls and answers all others with a helpful error', async () => {
    const llmClient = scriptedModel([
      {
        toolCalls: [
          { name: 'divide', arguments: { a: 6, b: '3' } },
          { name: 'divide', arguments: { a: 1, b: 0 } },
          { name: 'divide', arguments: { a: 1 } },
          { name: 'divide', arguments: '{"a": 1,' },
          { name: 'divied', arguments: {} },
        ],
      },
      'done',
    ]);
    const { status, messages } = await new Agent({ llmClient, toolRegistry: registry() }).run('go');
    const [valid, thrown, invalid, malformed, unknown] = results(messages);
    expect(status).toBe('completed');
    expect(valid).toBe('2');
    expect(thrown).toBe('Tool error: division by zero');
    expect(invalid).toMatch(/^Tool error: .*\bb\b/s);
    expect(malformed).toMatch(/^Tool error: .*JSON/s);
    expect(unknown).toMatch(/^Tool error: .*'divied'.*divide/s);
  });

  it('can share it with an agent that has another prompt', async () => {
    const toolRegistry = registry();
    const promptRegistry = new PromptRegistry()
      .addPrompt('assistant', 'Be {tone}.')
      .addPrompt('terse', 'Be terse.');
    const call = { toolCalls: [{ name: 'divide', arguments: { a: 8, b: 2 } }] };
    const llmClient = scriptedModel([call, 'Four!', call, '4']);
    const shared = { llmClient, toolRegistry, promptRegistry };
    const kind = new Agent({ ...shared, systemPromptVars: { tone: 'kind' } });
    const terse = new Agent({ ...shared, systemPromptName: 'terse' });
    expect((await kind.run('8 / 2?')).finalResponse).toBe('Four!');
    expect((await terse.run('8 / 2?')).finalResponse).toBe('4');
    expect(kind.memory[0]).toEqual({ role: 'developer', content: 'Be kind.' });
    expect(terse.memory[0]).toEqual({ role: 'developer', content: 'Be terse.' });
  });

  it('abandons a tool that never returns', async () => {
    const hang = Object.assign(new Arithmetic(), { divide: tool(() => new Promise(() => {})) });
    const toolRegistry = new ToolRegistry(manifest).registerFrom(hang);
    const llmClient = scriptedModel([{ toolCalls: [{ name: 'divide', arguments: { a: 1, b: 1 } }] }, 'done']);
    const { messages } = await new Agent({ llmClient, toolRegistry, toolTimeoutMs: 20 }).run('go');
    expect(results(messages)[0]).toMatch(/^Tool error: 'divide' took longer than 20 ms/);
  });
});

// A14
describe('enableLogging', () => {
  it('writes the conversation to the console', async () => {
    const llmClient = scriptedModel([
      { toolCalls: [{ name: 'divide', arguments: { a: 6, b: 3 } }] },
      'It is two.',
    ]);
    const agent = new Agent({ llmClient, toolRegistry: registry(), enableLogging: true });
    const log = await captureStderr(() => agent.run('6 / 3?'));
    for (const text of ['6 / 3?', 'divide', 'It is two.']) expect(log).toContain(text);
  });
});

// A13
describe('an agent over HTTP', () => {
  it('assembles streamed calls, executes them, and streams the next turn', async () => {
    const bodies: { messages: unknown[]; tools: unknown[]; stream: boolean }[] = [];
    const replies = [
      [
        { tool_calls: [{ index: 0, id: 'call_1', function: { name: 'divide', arguments: '' } }] },
        { tool_calls: [{ index: 0, function: { arguments: '{"a":6,' } }] },
        { tool_calls: [{ index: 0, function: { arguments: '"b":3}' } }] },
      ],
      [{ content: 'It is ' }, { content: 'two.' }],
    ];
    const server = createServer(async (request, response) => {
      const chunks: Uint8Array[] = [];
      for await (const chunk of request) chunks.push(chunk);
      bodies.push(JSON.parse(Buffer.concat(chunks).toString()));
      response.setHeader('content-type', 'text/event-stream');
      const deltas = replies.shift() ?? [];
      const finish_reason = 'tool_calls' in (deltas[0] ?? {}) ? 'tool_calls' : 'stop';
      for (const delta of deltas) response.write(frame([{ index: 0, delta, finish_reason: null }]));
      response.write(frame([{ index: 0, delta: {}, finish_reason }]));
      response.write(frame([], { prompt_tokens: 10, completion_tokens: 4, total_tokens: 14 }));
      response.end('data: [DONE]\n\n');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      const { port } = server.address() as AddressInfo; // listening on TCP
      const llmClient = createClient({
        provider: 'openai-compatible',
        model: 'local',
        baseUrl: `http://127.0.0.1:${port}/v1`,
      });
      const stream = new Agent({ llmClient, toolRegistry: registry() }).runStream('6 / 3?');
      const events = await collect(stream);
      const result = await stream.result;
      expect(result).toMatchObject({
        status: 'completed',
        finalResponse: 'It is two.',
        usage: { inputTokens: 20, outputTokens: 8 },
      });
      expect(outline(events).filter((type) => type !== 'usage' && type !== 'warning')).toEqual([
        'run-start',
        'message user',
        'llm-call',
        'message assistant',
        'tool-call',
        'tool-result',
        'message tool',
        'llm-call',
        'text-delta',
        'message assistant',
        'run-end',
      ]);
      expect(bodies.map(({ stream }) => stream)).toEqual([true, true]);
      expect(bodies[0]?.tools).toHaveLength(1);
      expect(bodies[1]?.messages.slice(1)).toMatchObject([
        {
          role: 'assistant',
          tool_calls: [{ id: 'call_1', function: { name: 'divide', arguments: '{"a":6,"b":3}' } }],
        },
        { role: 'tool', tool_call_id: 'call_1', content: '2' },
      ]);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });
});

function frame(choices: readonly object[], usage?: object): string {
  return `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', created: 0, model: 'local', choices, usage })}\n\n`;
}
