import { createOpenAI } from '@ai-sdk/openai';
import { Agent } from '@mastra/core/agent';
import { createTool } from '@mastra/core/tools';
import { z } from 'zod';

/** Mastra with the AI SDK's chat completions, without memory or storage. */
export function create(baseURL, add) {
  const openai = createOpenAI({ baseURL, apiKey: 'none' });
  const tools = {
    add: createTool({
      id: 'add',
      description: 'Adds two numbers.',
      inputSchema: z.object({ a: z.number(), b: z.number() }),
      execute: async (input) => add(input),
    }),
  };
  return {
    async run(model, stream) {
      const agent = new Agent({
        id: 'bench',
        name: 'bench',
        instructions: '',
        model: openai.chat(model),
        tools,
      });
      const options = { maxSteps: 1000 };
      if (!stream) return (await agent.generate('Go', options)).text;
      let text = '';
      for await (const piece of (await agent.stream('Go', options)).textStream) text += piece;
      return text;
    },
  };
}
