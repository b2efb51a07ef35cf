import { type ScriptReply, scriptedModel } from '@toolwright/llm/testing';
import { Agent } from '../agent/agent.js';
import { collect } from './collect.test.support.js';

async function replyWith(reply: ScriptReply) {
  const agent = new Agent({ llmClient: scriptedModel([reply]) });
  const stream = agent.runStream('Hi');
  const events = await collect(stream);
  const warnings = events.flatMap((event) => (event.type === 'warning' ? [event.message] : []));
  return { agent, result: await stream.result, warnings };
}

describe('an empty answer', () => {
  it('completes the run with a warning, and leaves no empty message behind', async () => {
    const { agent, result, warnings } = await replyWith({});
    expect(result).toMatchObject({ status: 'completed', finalResponse: '' });
    expect(warnings).toEqual(['The model returned an empty answer.']);
    expect(agent.memory).toEqual([{ role: 'user', content: 'Hi' }]);
  });

  it('keeps its reasoning', async () => {
    const { result } = await replyWith({ reasoning: 'Hm.' });
    expect(result).toMatchObject({ status: 'completed', reasoningTrace: ['Hm.'] });
  });
});

describe('a truncated answer', () => {
  it('counts with a warning at the token limit', async () => {
    const { result, warnings } = await replyWith({ text: 'Once upon', finishReason: 'length' });
    expect(result).toMatchObject({ status: 'completed', finalResponse: 'Once upon' });
    expect(warnings).toEqual(['The answer was truncated at the token limit.']);
  });

  it('counts with a warning at the content filter', async () => {
    const { result, warnings } = await replyWith({ text: 'Once upon', finishReason: 'content-filter' });
    expect(result).toMatchObject({ status: 'completed', finalResponse: 'Once upon' });
    expect(warnings).toEqual(["The answer was truncated by the provider's content filter."]);
  });

  it.each([
    ['length', 'The token limit was reached before the answer started.'],
    ['content-filter', "The provider's content filter removed the whole answer."],
  ] as const)('without any text is an error: %s', async (finishReason, error) => {
    const { result } = await replyWith({ finishReason, usage: { inputTokens: 1, outputTokens: 9 } });
    expect(result).toMatchObject({
      status: 'error',
      finalResponse: '',
      errors: [error],
      usage: { inputTokens: 1, outputTokens: 9 },
    });
  });
});

it('that is a refusal is the answer', async () => {
  const { agent, result } = await replyWith({ refusal: 'I would rather not.' });
  expect(result).toMatchObject({ status: 'completed', finalResponse: 'I would rather not.' });
  expect(agent.memory[1]).toEqual({ role: 'assistant', content: null, refusal: 'I would rather not.' });
});

it('without calls is the answer, whatever finish reason the model gives', async () => {
  const { result, warnings } = await replyWith({ text: 'Hello.', finishReason: 'tool-calls' });
  expect(result).toMatchObject({ status: 'completed', finalResponse: 'Hello.' });
  expect(warnings).toEqual([]);
});

it('is sent back with the data that the provider needs', async () => {
  const providerData = { google: { signature: 'abc' } };
  const llmClient = scriptedModel([
    {
      deltas: [
        { type: 'text-delta', text: 'Hi' },
        { type: 'finish', finishReason: 'stop', providerData },
      ],
    },
    'Bye',
  ]);
  const agent = new Agent({ llmClient });
  await agent.run('a');
  await agent.run('b');
  expect(llmClient.requests[1]?.messages[1]).toEqual({
    role: 'assistant',
    content: 'Hi',
    provider_data: providerData,
  });
});
