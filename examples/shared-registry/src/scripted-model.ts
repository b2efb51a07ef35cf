import { type ChatCompletionRequest, type FixtureResponse, LLMock } from '@copilotkit/aimock';

/** The calls of the scripted model for a question, one after the other. Its answer repeats the last result. */
const CALLS: Readonly<Record<string, readonly (readonly [name: string, args: object])[]>> = {
  'I would like to read Solaris.': [['lend', { title: 'Solaris' }]],
  'Do we have to buy anything?': [
    ['shelf', {}],
    ['buy', { title: 'Solaris', copies: 2 }],
  ],
  'And Solaris for my brother, please.': [['lend', { title: 'Solaris' }]],
};

export const QUESTIONS: readonly string[] = Object.keys(CALLS);

/** Starts a local server that acts as a model over HTTP. */
export async function startScriptedModel(): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const server = new LLMock({ port: 0, host: '127.0.0.1', logLevel: 'silent' });
  server.on({ predicate: () => true }, reply, { chunkSize: 12 });
  const address = await server.start();
  return { url: `${address}/v1`, stop: () => server.stop() };
}

function reply({ messages }: ChatCompletionRequest): FixtureResponse {
  const asked = messages.findLastIndex(({ role }) => role === 'user');
  const since = messages.slice(asked + 1);
  const call =
    CALLS[String(messages[asked]?.content)]?.[since.filter(({ role }) => role === 'assistant').length];
  if (call !== undefined) return { toolCalls: [{ name: call[0], arguments: JSON.stringify(call[1]) }] };
  return {
    content: String(since.findLast(({ role }) => role === 'tool')?.content ?? 'I know only three questions.'),
  };
}
