import { type ChatCompletionRequest, type FixtureResponse, LLMock } from '@copilotkit/aimock';

/** What models do: the first answer forgets the steps, the second one is talkative, has a comment, and writes a number as a text. */
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

/** Starts a server on this machine that plays a model over HTTP. */
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
