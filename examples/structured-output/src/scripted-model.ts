import { type ChatCompletionRequest, type FixtureResponse, LLMock } from '@copilotkit/aimock';

/** Typical mistakes of models: the first answer lacks the steps; the second has text around it, a comment, and a number in quotes. */
const ANSWERS: readonly string[] = [
  '{"name": "Pancakes", "serves": 2, "ingredients": []}',
  `Of course! Here is the whole recipe:

\`\`\`json
{
  "name": "Pancakes",
  "serves": "2",
  "ingredients": [
    {"name": "flour", "amount": 150, "unit": "g"}, // wheat
    {"name": "milk", "amount": 250, "unit": "ml"},
    {"name": "egg", "amount": 2, "unit": "piece"},
  ],
  "steps": ["Stir everything.", "Let it rest.", "Bake it thin."]
}
\`\`\``,
];

/** Starts a local server that acts as a model over HTTP. */
export async function startScriptedModel(): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const server = new LLMock({ port: 0, host: '127.0.0.1', logLevel: 'silent' });
  server.on({ predicate: () => true }, reply, { chunkSize: 12 });
  const address = await server.start();
  return { url: `${address}/v1`, stop: () => server.stop() };
}

function reply({ messages }: ChatCompletionRequest): FixtureResponse {
  const turn = messages.filter(({ role }) => role === 'assistant').length;
  return { content: ANSWERS[turn] ?? 'I have nothing more to say.' };
}
