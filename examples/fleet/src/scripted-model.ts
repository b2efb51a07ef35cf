import { type ChatCompletionRequest, type FixtureResponse, LLMock } from '@copilotkit/aimock';

/**
 * Starts a local server that acts as a model over HTTP: it looks up the price, charges the customer, confirms the order and reports that.
 */
export async function startScriptedModel(): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const server = new LLMock({ port: 0, host: '127.0.0.1', logLevel: 'silent' });
  server.on({ predicate: () => true }, reply);
  const address = await server.start();
  return { url: `${address}/v1`, stop: () => server.stop() };
}

function reply({ messages }: ChatCompletionRequest): FixtureResponse {
  const question = String(messages.find(({ role }) => role === 'user')?.content);
  const order = Number(/\d+/.exec(question)?.[0]);
  const results = messages.filter(({ role }) => role === 'tool').map(({ content }) => String(content));
  const call = (name: string, args: object): FixtureResponse => ({
    toolCalls: [{ name, arguments: JSON.stringify(args) }],
  });
  if (results.length === 0) return call('price', { order });
  if (results.length === 1) return call('charge', { order, cents: Number(results[0]) });
  return results.length === 2 ? call('confirm', { order }) : { content: `Order ${order} is done.` };
}
