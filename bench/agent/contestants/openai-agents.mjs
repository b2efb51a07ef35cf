import { Agent, OpenAIChatCompletionsModel, Runner, tool } from '@openai/agents';
import OpenAI from 'openai';
import { z } from 'zod';

/** OpenAI Agents with chat completions; tracing is off. */
export function create(baseURL, add) {
  const client = new OpenAI({ apiKey: 'none', baseURL, maxRetries: 0 });
  const runner = new Runner({ tracingDisabled: true });
  const tools = [
    tool({
      name: 'add',
      description: 'Adds two numbers.',
      parameters: z.object({ a: z.number(), b: z.number() }),
      execute: async (input) => add(input),
    }),
  ];
  return {
    async run(model, stream) {
      const agent = new Agent({ name: 'bench', model: new OpenAIChatCompletionsModel(client, model), tools });
      if (!stream) return (await runner.run(agent, 'Go', { maxTurns: 1000 })).finalOutput;
      const result = await runner.run(agent, 'Go', { maxTurns: 1000, stream: true });
      let text = '';
      for await (const piece of result.toTextStream()) text += piece;
      await result.completed;
      return text;
    },
  };
}
