import { Agent, OpenAIChatCompletionsModel, Runner } from '@openai/agents';
import OpenAI from 'openai';

/** OpenAI Agents with chat completions, one turn without tools; tracing is off. */
export function create(baseURL) {
  const client = new OpenAI({ apiKey: 'none', baseURL, maxRetries: 0 });
  const runner = new Runner({ tracingDisabled: true });
  const agentFor = (model) =>
    new Agent({ name: 'bench', model: new OpenAIChatCompletionsModel(client, model) });
  return {
    async stream(model) {
      const result = await runner.run(agentFor(model), 'Hello', { stream: true });
      let text = '';
      for await (const piece of result.toTextStream()) text += piece;
      await result.completed;
      return text;
    },
    async whole(model) {
      return (await runner.run(agentFor(model), 'Hello')).finalOutput;
    },
  };
}
