import { LLMock } from '@copilotkit/aimock';
import type { Message, ToolSpec } from '@toolwright/contract';
import { createClient } from '../../client/create-client.js';
import { assemble, toAssistantMessage } from '../../reply/stream-assembler.js';

const sum: ToolSpec = {
  name: 'sum',
  description: 'Adds numbers.',
  parameters: { type: 'object', properties: { values: { type: 'array', items: { type: 'number' } } } },
  annotations: {},
  source: { file: 'src/sum.ts', line: 1 },
};

// A10
describe('a conversation with a scripted server', () => {
  const mock = new LLMock({ port: 0 });
  beforeAll(async () => {
    mock.on({ userMessage: 'add', hasToolResult: true }, { content: 'The sum is 5.' });
    mock.on(
      { userMessage: 'add', hasToolResult: false },
      { toolCalls: [{ name: 'sum', arguments: '{"values":[2,3]}' }] },
    );
    await mock.start();
  });
  afterAll(() => mock.stop());

  it.each(['generate', 'stream'] as const)('takes two turns with a tool by %s', async (way) => {
    const client = createClient({
      provider: 'openai',
      model: 'gpt-4o',
      apiKey: 'test-key',
      baseUrl: `${mock.url}/v1`,
      timeouts: { totalMs: 5000 },
    });
    const ask = (messages: readonly Message[]) =>
      way === 'generate'
        ? client.generate(messages, [sum], {})
        : assemble(client.stream?.(messages, [sum], {}) ?? []);
    const messages: Message[] = [{ role: 'user', content: 'Please add 2 and 3.' }];
    const first = await ask(messages);
    expect(first).toMatchObject({
      finishReason: 'tool-calls',
      toolCalls: [{ function: { name: 'sum', arguments: '{"values":[2,3]}' } }],
    });
    messages.push(toAssistantMessage(first), {
      role: 'tool',
      tool_call_id: first.toolCalls[0]?.id ?? '',
      content: '5',
    });
    expect(await ask(messages)).toMatchObject({
      content: 'The sum is 5.',
      finishReason: 'stop',
      usage: { inputTokens: expect.any(Number), outputTokens: expect.any(Number) },
    });
  });
});
