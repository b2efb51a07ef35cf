import { ChatOpenAI } from '@langchain/openai';
import { createAgent, tool } from 'langchain';
import { z } from 'zod';

/** LangChain's agent with chat completions; tracing is off. */
export function create(baseURL, add) {
  const tools = [
    tool(async (input) => String(add(input)), {
      name: 'add',
      description: 'Adds two numbers.',
      schema: z.object({ a: z.number(), b: z.number() }),
    }),
  ];
  const input = { messages: [{ role: 'user', content: 'Go' }] };
  return {
    async run(model, stream) {
      const chat = new ChatOpenAI({
        model,
        apiKey: 'none',
        maxRetries: 0,
        streaming: stream,
        configuration: { baseURL },
      });
      const agent = createAgent({ model: chat, tools });
      if (!stream) return (await agent.invoke(input, { recursionLimit: 5000 })).messages.at(-1).content;
      let text = '';
      const pieces = await agent.stream(input, { streamMode: 'messages', recursionLimit: 5000 });
      for await (const [message] of pieces) {
        if (message.getType() === 'ai' && typeof message.content === 'string') text += message.content;
      }
      return text;
    },
  };
}
