import { Agent, createClient, FunctionTool, ToolRegistry } from 'toolwright';

/** Toolwright, with all arguments validated. */
export function create(baseUrl, add) {
  const number = { type: 'number' };
  const toolRegistry = new ToolRegistry().register(
    new FunctionTool({
      name: 'add',
      description: 'Adds two numbers.',
      parameters: {
        type: 'object',
        properties: { a: number, b: number },
        required: ['a', 'b'],
        additionalProperties: false,
      },
      execute: add,
    }),
  );
  const clients = new Map();
  const clientFor = (model) => {
    const known = clients.get(model) ?? createClient({ provider: 'openai', model, apiKey: 'none', baseUrl });
    clients.set(model, known);
    return known;
  };
  return {
    async run(model, stream) {
      const agent = new Agent({
        llmClient: clientFor(model),
        toolRegistry,
        maxIterations: 1000,
        maxHistory: Number.POSITIVE_INFINITY,
      });
      if (!stream) return (await agent.run('Go')).finalResponse;
      let text = '';
      for await (const event of agent.runStream('Go')) if (event.type === 'text-delta') text += event.text;
      return text;
    },
  };
}
