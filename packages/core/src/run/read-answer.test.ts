import { type AgentEvent, ToolwrightError } from '@toolwright/contract';
import { type ScriptStep, scriptedModel } from '@toolwright/llm/testing';
import { z } from 'zod';
import { Agent } from '../agent/agent.js';
import { stubTools } from '../calls/stub-tools.test.support.js';
import { readOutputSchema } from '../output/output-schema.js';
import { json, OSLO, ReportSchema } from '../output/report.test.support.js';
import { collect, outline, unpaired } from './collect.test.support.js';

// C6, E10, E14
describe('an answer that cannot be used', () => {
  const run = async (steps: readonly ScriptStep[], options: { readonly outputRetries?: number } = {}) => {
    const llmClient = scriptedModel(steps);
    const agent = new Agent({ llmClient });
    const stream = agent.runStream('Plan', { output: ReportSchema, ...options });
    const events = await collect(stream);
    return { llmClient, agent, events, result: await stream.result };
  };
  const parseErrors = (events: readonly AgentEvent[]) =>
    events.filter((event) => event.type === 'parse-error');

  it('is shown to the model with its errors, and then dropped', async () => {
    const { llmClient, agent, events, result } = await run(['{"city":"Oslo"}', json]);
    expect(result).toMatchObject({ status: 'completed', output: OSLO, iteration: 2, finalResponse: json });
    const error = 'The JSON is not a valid Report: days is required (a whole number).';
    expect(parseErrors(events)).toEqual([{ type: 'parse-error', message: error, text: '{"city":"Oslo"}' }]);
    expect(result.errors).toEqual([error]);
    expect(llmClient.requests[1]?.messages).toEqual([
      { role: 'user', content: 'Plan' },
      { role: 'assistant', content: '{"city":"Oslo"}' },
      { role: 'user', content: `${error}\nAnswer again with the complete corrected JSON, and nothing else.` },
    ]);
    expect(agent.memory).toEqual([
      { role: 'user', content: 'Plan' },
      { role: 'assistant', content: json },
    ]);
    expect(result.messages).toEqual(agent.memory);
    expect(agent.observations({ type: 'error' }).map(({ content }) => content)).toEqual([error]);
    expect(outline(events)).toEqual([
      'run-start',
      'message user',
      'llm-call',
      'text-delta',
      'message assistant',
      'parse-error',
      'llm-call',
      'text-delta',
      'message assistant',
      'run-end',
    ]);
  });

  it('is dropped from later requests when the next one fails too', async () => {
    const { llmClient } = await run(['no', '{"city":1}', '', json]);
    const shown = llmClient.requests.map(({ messages }) => messages.slice(1).map(({ content }) => content));
    expect(shown.map((contents) => contents.length)).toEqual([0, 2, 2, 1]);
    expect(shown[1]?.[0]).toBe('no');
    expect(shown[2]?.[0]).toBe('{"city":1}');
    expect(shown[3]?.[0]).toContain('The answer contains no JSON. It is empty.');
  });

  it('fails the run after three retries, none of which stays in the memory', async () => {
    const { agent, events, result } = await run(['one', 'two', 'three', 'four']);
    expect(result).toMatchObject({ status: 'error', finalResponse: '', iteration: 4 });
    expect('output' in result).toBe(false);
    expect(parseErrors(events)).toHaveLength(4);
    expect(result.errors).toEqual([
      'The answer contains no JSON. It starts with "one".',
      'The answer contains no JSON. It starts with "two".',
      'The answer contains no JSON. It starts with "three".',
      'No valid Report in 4 answers. The last error: The answer contains no JSON. It starts with "four".',
    ]);
    expect(agent.memory).toEqual([{ role: 'user', content: 'Plan' }]);
  });

  it('fails at once without retries, with a typed error and its cause', async () => {
    const agent = new Agent({
      llmClient: scriptedModel(['{"a":1}', '{"title" = 1}', '-']),
      onFailure: 'throw',
    });
    const options = { output: ReportSchema, outputRetries: 0 };
    await expect(agent.run('Plan', options)).rejects.toMatchObject({
      code: 'INVALID_OUTPUT',
      blame: 'model',
      message: 'The JSON does not match Report: it has none of the keys "city", "days"; got "a".',
      cause: { a: 1 },
    });
    await expect(agent.run('Plan', options)).rejects.toMatchObject({
      message: expect.stringMatching(/^The JSON cannot be repaired: /),
      cause: expect.any(Error),
    });
    await expect(agent.run('Plan', options)).rejects.toMatchObject({
      message: 'The answer contains no JSON. It starts with "-".',
      cause: '-',
    });
  });

  it('causes the typed error of the last try', async () => {
    const agent = new Agent({ llmClient: scriptedModel(['x', 'y']), onFailure: 'throw' });
    const failure: unknown = await agent
      .run('Plan', { output: ReportSchema, outputRetries: 1 })
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ToolwrightError);
    expect(failure).toMatchObject({
      message:
        'No valid Report in 2 answers. The last error: The answer contains no JSON. It starts with "y".',
      cause: { code: 'INVALID_OUTPUT', message: 'The answer contains no JSON. It starts with "y".' },
    });
  });

  it('is repaired if the repair is clear, and every change is reported', async () => {
    const { events, result } = await run(["```json\n{'city':'Oslo','days':'3',}\n```"]);
    expect(result).toMatchObject({ status: 'completed', output: OSLO, iteration: 1, errors: [] });
    expect(result.outputWarnings?.map(({ path }) => path)).toEqual(['', '', 'days']);
    const told = events.flatMap((event) => (event.type === 'warning' ? [event.message] : []));
    expect(told.at(-1)).toBe('Output: days was "3" and was changed to 3.');
    expect(told).toHaveLength(3);
  });

  it('lets the model call tools again before the next try', async () => {
    const call: ScriptStep = { toolCalls: [{ id: 'a', name: 'look' }] };
    const llmClient = scriptedModel(['{"city":"Oslo"}', call, json]);
    const agent = new Agent({ llmClient, toolRegistry: stubTools({ look: () => '3 days' }) });
    const result = await agent.run('Plan', { output: ReportSchema });
    expect(result).toMatchObject({ status: 'completed', output: OSLO, iteration: 3 });
    expect(unpaired(agent.memory)).toEqual([]);
    expect(agent.memory.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant']);
    expect(llmClient.requests[2]?.messages.at(-1)?.content).toContain('days is required');
  });

  it('is not requested again if the model refuses', async () => {
    const { result } = await run([{ refusal: 'I cannot help with that.' }]);
    expect(result).toMatchObject({
      status: 'error',
      iteration: 1,
      errors: ['The model refused to answer: I cannot help with that.'],
    });
  });

  it('is not requested again if the token limit leaves no room', async () => {
    const { result } = await run([{ text: '', finishReason: 'length' }]);
    expect(result).toMatchObject({ status: 'error', iteration: 1 });
    expect(result.errors[0]).toContain('The token limit was reached');
  });

  it('that was truncated loses its last number, unless the model stopped by itself', async () => {
    const cut = '{"city":"Oslo","days":3';
    const whole = await run([cut]);
    expect(whole.result).toMatchObject({ output: OSLO, iteration: 1 });
    const half = await run([{ text: cut, finishReason: 'length' }, json]);
    expect(half.result).toMatchObject({ output: OSLO, iteration: 2 });
  });

  it('is requested again even if the answer was forced at a limit', async () => {
    const call: ScriptStep = { toolCalls: [{ id: 'a', name: 'look' }] };
    const llmClient = scriptedModel([call, 'well', json]);
    const toolRegistry = stubTools({ look: () => 'rain' });
    const agent = new Agent({ llmClient, toolRegistry, maxIterations: 1, onLimit: 'force-answer' });
    const result = await agent.run('Plan', { output: ReportSchema });
    expect(result).toMatchObject({ status: 'max_iterations', output: OSLO });
    expect(llmClient.requests[2]?.options.toolChoice).toBe('none');
  });

  it.each([
    ['stop', { status: 'limit', limit: 'tokens', iteration: 1 }],
    ['force-answer', { status: 'limit', limit: 'tokens', output: OSLO, iteration: 2 }],
  ] as const)('ends the run at a limit of tokens as onLimit says: %s', async (onLimit, expected) => {
    const usage = { inputTokens: 80, outputTokens: 20 };
    const llmClient = scriptedModel([{ text: 'well', usage }, json]);
    const agent = new Agent({ llmClient, budget: { tokens: 100 }, onLimit });
    expect(await agent.run('Plan', { output: ReportSchema })).toMatchObject(expected);
  });

  it('throws LIMIT_REACHED at a limit of tokens with onLimit: throw', async () => {
    const usage = { inputTokens: 80, outputTokens: 20 };
    const llmClient = scriptedModel([{ text: 'well', usage }]);
    const agent = new Agent({ llmClient, budget: { tokens: 100 }, onLimit: 'throw' });
    await expect(agent.run('Plan', { output: ReportSchema })).rejects.toMatchObject({
      code: 'LIMIT_REACHED',
    });
  });

  it('does not delay an abort if the schema never answers', async () => {
    const never = z
      .object({})
      .loose()
      .refine(() => new Promise<boolean>(() => {}));
    const controller = new AbortController();
    const agent = new Agent({ llmClient: scriptedModel(['{}']) });
    const stream = agent.runStream('Plan', { output: never, signal: controller.signal });
    for await (const event of stream) {
      if (event.type === 'message' && event.message.role === 'assistant')
        setImmediate(() => controller.abort());
    }
    expect(await stream.result).toMatchObject({ status: 'aborted' });
    expect(agent.memory).toEqual([{ role: 'user', content: 'Plan' }]);
  });

  it('of one run does not appear in a concurrent run', async () => {
    const llmClient = scriptedModel.byInput((input) =>
      input === 'good' ? [{ text: json, delayMs: 5 }] : ['bad one', 'bad two', json],
    );
    const agent = new Agent({ llmClient });
    const runs = ['bad', 'good', 'bad', 'good'].map((input) =>
      agent.run(input, { output: ReportSchema, outputRetries: 0 }),
    );
    const results = await Promise.all(runs);
    expect(results.map(({ status }) => status)).toEqual(['error', 'completed', 'error', 'completed']);
    expect(results.map(({ errors }) => errors.length)).toEqual([1, 0, 1, 0]);
  });
});

describe('a run that was paused', () => {
  it('ends with output when it is resumed with the schema', async () => {
    const steps: ScriptStep[] = [{ toolCalls: [{ id: 'a', name: 'send' }] }, '{"city":"Oslo"}', json];
    const toolRegistry = stubTools({ send: () => 'sent' }, { send: { needsApproval: true } });
    const agent = new Agent({ llmClient: scriptedModel(steps), toolRegistry });
    const { paused, output } = await agent.run('Plan', { output: ReportSchema });
    expect(output).toBeUndefined();
    const result = await agent.resume(paused, { a: { approved: true } }, { output: ReportSchema });
    const days: number | undefined = result.output?.days;
    expect(days).toBe(3);
    expect(result).toMatchObject({ status: 'completed', output: OSLO });
  });
});

// E10
describe('an answer that was cut at the limit of tokens', () => {
  const cut = { text: '{"city":"Os', finishReason: 'length' } as const;

  it('is requested again with a higher token limit', async () => {
    const llmClient = scriptedModel([cut, cut, json]);
    const result = await new Agent({ llmClient }).run('Plan', {
      output: ReportSchema,
      maxCompletionTokens: 100,
    });
    expect(result).toMatchObject({ status: 'completed', output: OSLO });
    expect(llmClient.requests.map(({ options }) => options.maxCompletionTokens)).toEqual([100, 200, 400]);
  });

  it('is never accepted as the whole answer, even if it fits the schema', async () => {
    const text = '{"city":"Oslo","days":3';
    const llmClient = scriptedModel([{ text, finishReason: 'length' }]);
    const result = await new Agent({ llmClient }).run('Plan', { output: ReportSchema, outputRetries: 0 });
    expect(result).toMatchObject({ errorCode: 'INVALID_OUTPUT' });
    expect(result.output).toBeUndefined();
  });
});

it('a schema that is a function does not give the output its name', () => {
  const schema = Object.assign((): void => {}, { '~standard': ReportSchema['~standard'] });
  Object.defineProperty(schema, 'name', { value: 'bound ' });
  expect(readOutputSchema(schema as never).name).toBe('Output');
});
