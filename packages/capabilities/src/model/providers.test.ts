import { LLMock } from '@copilotkit/aimock';
import type { ProviderName } from '@toolwright/llm';
import { CapabilityAgent } from '../capability-agent.js';

// E1, E3
describe('a task', () => {
  const mock = new LLMock({ port: 0, host: '127.0.0.1', logLevel: 'silent' });
  beforeAll(async () => {
    mock.on({ hasToolResult: true }, { content: 'Noted.' });
    mock.on(
      { hasToolResult: false },
      { toolCalls: [{ name: 'workspaceNotes', arguments: '{"add":"this"}' }] },
    );
    await mock.start();
  });
  afterAll(() => mock.stop());

  it.each<[ProviderName, string, string, object]>([
    ['openai', 'gpt-4o', '/v1', { max_completion_tokens: 16_384 }],
    ['openai-compatible', 'any', '/v1', { max_completion_tokens: 16_384 }],
    ['anthropic', 'claude-haiku-4-5', '', { max_tokens: 16_384 }],
    ['google', 'gemini-2.5-flash', '', { generationConfig: { maxOutputTokens: 16_384 } }],
    ['groq', 'llama-3.3-70b-versatile', '', { max_completion_tokens: 16_384 }],
    ['ollama', 'llama3.2', '', { options: { num_predict: 16_384 } }],
  ])(
    "works with %s, including tools, and sends the limit in the provider's form",
    async (provider, model, path, limit) => {
      const bodies: unknown[] = [];
      const fetch: typeof globalThis.fetch = async (input, init) => {
        const response = await globalThis.fetch(input, init);
        bodies.push(JSON.parse(String(init?.body)));
        return response;
      };
      // Loading an SDK may take so long that the server closes the connection meanwhile; the client then retries.
      const retries = { maxRetries: 2, baseDelayMs: 1 };
      const llm = { runtime: { fetch }, retries, timeouts: { totalMs: 10_000 } };
      const agent = new CapabilityAgent({
        provider,
        model,
        apiKey: 'key',
        baseUrl: `${mock.url}${path}`,
        llm,
      });
      const response = await agent.executeTask('chat', 'Note this.');
      expect(response).toMatchObject({ type: 'PlainText', value: 'Noted.', turns: 2 });
      expect(response.toolCalls).toMatchObject([{ name: 'workspaceNotes', outcome: { result: ['this'] } }]);
      expect(bodies).toHaveLength(2);
      expect(bodies[0]).toMatchObject(limit);
    },
  );
});
