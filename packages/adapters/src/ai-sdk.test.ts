import { createOpenAI } from '@ai-sdk/openai';
import { generateText, stepCountIs, streamText } from 'ai';
import { toAiTools } from './ai-sdk.js';
import { type ModelServer, startModelServer } from './model-server.test.support.js';
import { abortWhileItWaits, createTools, REFUSALS, waiting } from './tools.test.fixture.js';

let server: ModelServer;

afterEach(() => server.close());

async function generate(calls: readonly (readonly [string, string])[], abortSignal?: AbortSignal) {
  server = await startModelServer(calls);
  const openai = createOpenAI({ baseURL: server.baseURL, apiKey: 'sk-test' });
  const tools = toAiTools(createTools());
  return generateText({
    model: openai.chat('gpt-5-mini'),
    tools,
    stopWhen: stepCountIs(3),
    prompt: 'Go on.',
    maxRetries: 0,
    ...(abortSignal === undefined ? {} : { abortSignal }),
  });
}

function toolAnswers(): string[] {
  const messages: { role: string; content: string }[] = JSON.parse(server.requests()[1] ?? '').messages;
  return messages.filter(({ role }) => role === 'tool').map(({ content }) => content);
}

describe('toAiTools', () => {
  it('runs tools in the AI SDK and sends their schemas', async () => {
    const { text, steps } = await generate([['forecast', '{"city":"Oslo","days":"3"}']]);
    expect(text).toBe('Done.');
    expect(steps[0]?.toolResults.map(({ output }) => output)).toEqual([{ celsius: 7 }]);
    const { forecast, erase } = toAiTools(createTools());
    expect([forecast?.title, erase?.title]).toEqual(['Forecast', undefined]);
    const [first] = server.requests();
    expect(JSON.parse(first ?? '').tools[0].function).toMatchObject({
      name: 'forecast',
      description: 'Weather forecast for a city.',
      parameters: { properties: { city: { description: 'City name' } }, required: ['city'] },
    });
  });

  it("passes the registry's errors to the model", async () => {
    await generate([
      ['forecast', '{"city":"Atlantis"}'],
      ['forecast', '{"town":"Oslo"}'],
    ]);
    const answers: { role: string; content: string }[] = JSON.parse(server.requests()[1] ?? '').messages;
    expect(answers.filter(({ role }) => role === 'tool').map(({ content }) => content)).toEqual([
      expect.stringContaining('Atlantis has sunk.'),
      expect.stringContaining("Invalid arguments for 'forecast'"),
    ]);
  });

  it('passes wrong arguments to the registry, whose sentences the model reads', async () => {
    await generate(REFUSALS.map(([args]) => ['forecast', args]));
    expect(toolAnswers()).toEqual(REFUSALS.map(([, sentence]) => expect.stringContaining(sentence)));
  });

  it('shows what a tool yields as preliminary results', async () => {
    server = await startModelServer([
      ['count', '{"to":3}'],
      ['forecast', '{"city":"Oslo"}'],
    ]);
    const openai = createOpenAI({ baseURL: server.baseURL, apiKey: 'sk-test' });
    const { fullStream } = streamText({
      model: openai.chat('gpt-5-mini'),
      tools: toAiTools(createTools()),
      stopWhen: stepCountIs(3),
      prompt: 'Go on.',
    });
    const outputs: unknown[] = [];
    for await (const part of fullStream)
      if (part.type === 'tool-result') outputs.push([part.toolName, part.output, part.preliminary ?? false]);
    expect(outputs.filter((entry) => String(entry).startsWith('count'))).toEqual([
      ['count', 1, true],
      ['count', 2, true],
      // The AI SDK repeats the last value of a generator as the result.
      ['count', 'counted to 3', true],
      ['count', 'counted to 3', false],
    ]);
    expect(toolAnswers()).toContain('counted to 3');
  });

  it('reports progress and then the error of a tool that fails in the middle', async () => {
    const { steps } = await generate([['count', '{"to":4}']]);
    expect(steps[0]?.content).toContainEqual(expect.objectContaining({ type: 'tool-error' }));
    expect(toolAnswers()).toEqual(['Too far.']);
  });

  it('asks for approval as the AI SDK does', async () => {
    const { content } = await generate([['erase', '{}']]);
    expect(content.map(({ type }) => type)).toContain('tool-approval-request');
    expect(server.requests()).toHaveLength(1);
  });

  it('passes an abort on', async () => {
    await expect(generate([['wait', '{}']], abortWhileItWaits())).rejects.toThrow();
    expect(waiting.at(-1)?.aborted).toBe(true);
  });
});
