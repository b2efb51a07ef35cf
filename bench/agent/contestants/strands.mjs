import { Agent, tool } from '@strands-agents/sdk';
import { OpenAIModel } from '@strands-agents/sdk/models/openai';
import { z } from 'zod';

/** Strands with chat completions; it always streams. */
export function create(baseURL, add) {
  const tools = [
    tool({
      name: 'add',
      description: 'Adds two numbers.',
      inputSchema: z.object({ a: z.number(), b: z.number() }),
      callback: async (input) => add(input),
    }),
  ];
  return {
    async run(modelId, stream) {
      const model = new OpenAIModel({
        api: 'chat',
        apiKey: 'none',
        modelId,
        clientConfig: { baseURL, maxRetries: 0 },
      });
      const agent = new Agent({ model, tools, printer: false });
      if (!stream) return String(await agent.invoke('Go')).trim();
      let text = '';
      for await (const event of agent.stream('Go')) {
        const { type, delta } = event.event ?? event;
        if (type === 'modelContentBlockDeltaEvent' && delta.type === 'textDelta') text += delta.text;
      }
      return text;
    },
  };
}
