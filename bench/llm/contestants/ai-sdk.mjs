import { createOpenAI } from '@ai-sdk/openai';
import { generateText, streamText } from 'ai';

/** The AI SDK with chat completions. */
export function create(baseURL) {
  const openai = createOpenAI({ baseURL, apiKey: 'none' });
  const prompt = 'Hello';
  return {
    async stream(model) {
      let text = '';
      for await (const piece of streamText({ model: openai.chat(model), prompt, maxRetries: 0 }).textStream)
        text += piece;
      return text;
    },
    async whole(model) {
      return (await generateText({ model: openai.chat(model), prompt, maxRetries: 0 })).text;
    },
  };
}
