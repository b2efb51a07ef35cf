import { createOpenAI } from '@ai-sdk/openai';
import { generateText, isStepCount, streamText, tool } from 'ai';
import { z } from 'zod';

/** The AI SDK with chat completions. */
export function create(baseURL, add) {
  const openai = createOpenAI({ baseURL, apiKey: 'none' });
  const tools = {
    add: tool({
      description: 'Adds two numbers.',
      inputSchema: z.object({ a: z.number(), b: z.number() }),
      execute: async (input) => add(input),
    }),
  };
  return {
    async run(model, stream) {
      const options = {
        model: openai.chat(model),
        prompt: 'Go',
        tools,
        stopWhen: isStepCount(1000),
        maxRetries: 0,
      };
      if (!stream) return (await generateText(options)).text;
      let text = '';
      for await (const piece of streamText(options).textStream) text += piece;
      return text;
    },
  };
}
