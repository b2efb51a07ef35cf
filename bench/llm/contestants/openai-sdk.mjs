/** The bare official SDK. */
export function createSubject({ OpenAI }, baseURL) {
  const client = new OpenAI({ apiKey: 'none', baseURL, maxRetries: 0 });
  const messages = [{ role: 'user', content: 'Hello' }];
  return {
    async stream(model) {
      const options = { include_usage: true };
      const stream = await client.chat.completions.create({
        model,
        messages,
        stream: true,
        stream_options: options,
      });
      let text = '';
      for await (const chunk of stream) text += chunk.choices[0]?.delta?.content ?? '';
      return text;
    },
    async whole(model) {
      const completion = await client.chat.completions.create({ model, messages });
      return completion.choices[0].message.content;
    },
  };
}
