import type { GenerateOptions, LLMProvider, LLMResponse, Message, ToolSpec } from '@toolwright/contract';

// B2
describe('LLMProvider', () => {
  class EchoProvider implements LLMProvider {
    async generate(
      messages: readonly Message[],
      tools: readonly ToolSpec[],
      options: GenerateOptions,
    ): Promise<LLMResponse> {
      options.signal?.throwIfAborted();
      const last = messages.at(-1);
      const text = typeof last?.content === 'string' ? last.content : '';
      const tool = tools.find(({ name }) => text === `/${name}`);
      const toolCalls = tool
        ? [{ id: 'call_1', type: 'function', function: { name: tool.name, arguments: '{}' } } as const]
        : [];
      return { content: tool ? null : text, toolCalls, finishReason: tool ? 'tool-calls' : 'stop' };
    }
  }

  it('is an interface that takes twenty lines to implement', async () => {
    const provider: LLMProvider = new EchoProvider();
    expect(await provider.generate([{ role: 'user', content: 'Hi' }], [], {})).toEqual({
      content: 'Hi',
      toolCalls: [],
      finishReason: 'stop',
    });
  });
});
