import OpenAI from 'openai';

/** A hand-written loop on the official SDK: no validation, no limits, no events. */
export function create(baseURL, add) {
  const client = new OpenAI({ apiKey: 'none', baseURL, maxRetries: 0 });
  const number = { type: 'number' };
  const parameters = {
    type: 'object',
    properties: { a: number, b: number },
    required: ['a', 'b'],
    additionalProperties: false,
  };
  const tools = [
    { type: 'function', function: { name: 'add', description: 'Adds two numbers.', parameters } },
  ];

  async function complete(model, messages) {
    const { choices } = await client.chat.completions.create({ model, messages, tools });
    return choices[0].message;
  }

  async function stream(model, messages) {
    const options = { include_usage: true };
    const chunks = await client.chat.completions.create({
      model,
      messages,
      tools,
      stream: true,
      stream_options: options,
    });
    const message = { role: 'assistant', content: '', tool_calls: [] };
    for await (const chunk of chunks) {
      const delta = chunk.choices[0]?.delta;
      message.content += delta?.content ?? '';
      for (const { index, id, function: part } of delta?.tool_calls ?? []) {
        message.tool_calls[index] ??= { id, type: 'function', function: { name: part.name, arguments: '' } };
        message.tool_calls[index].function.arguments += part.arguments ?? '';
      }
    }
    return message;
  }

  return {
    async run(model, streamed) {
      const messages = [{ role: 'user', content: 'Go' }];
      for (;;) {
        const message = streamed ? await stream(model, messages) : await complete(model, messages);
        if (!message.tool_calls?.length) return message.content;
        messages.push(message);
        const results = await Promise.all(
          message.tool_calls.map(async (call) => add(JSON.parse(call.function.arguments))),
        );
        for (const [index, result] of results.entries()) {
          messages.push({
            role: 'tool',
            tool_call_id: message.tool_calls[index].id,
            content: JSON.stringify(result),
          });
        }
      }
    },
  };
}
