import { MockLanguageModelV3 } from 'ai/test';

type Result = Awaited<ReturnType<MockLanguageModelV3['doGenerate']>>;

const calls = {
  forecast: { place: { city: 'Oslo' }, days: 2 },
  findRooms: { place: { city: 'Oslo' }, from: '2026-05-03', to: '2026-05-05' },
};

const usage: Result['usage'] = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

/** Replaces a model, so that the program runs without a key: it calls both tools, then answers. */
export const model = new MockLanguageModelV3({
  doGenerate: async ({ prompt }): Promise<Result> => {
    const isAnswered = prompt.some(({ role }) => role === 'tool');
    const content: Result['content'] = isAnswered
      ? [{ type: 'text', text: 'It is 12 to 13 degrees, and there is a room.' }]
      : Object.entries(calls).map(([toolName, input]) => ({
          type: 'tool-call',
          toolCallId: toolName,
          toolName,
          input: JSON.stringify(input),
        }));
    const reason = isAnswered ? 'stop' : 'tool-calls';
    return { content, finishReason: { unified: reason, raw: reason }, usage, warnings: [] };
  },
});
