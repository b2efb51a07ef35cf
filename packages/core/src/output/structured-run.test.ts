import { type AgentEvent, type JsonSchema, ToolwrightError } from '@toolwright/contract';
import { type ScriptStep, scriptedModel } from '@toolwright/llm/testing';
import { typedSchema } from '@toolwright/tools';
import * as v from 'valibot';
import { z } from 'zod';
import { Agent } from '../agent.js';
import { collect, outline, unpaired } from '../collect.test.support.js';
import { stubTools } from '../stub-tools.test.support.js';
import type { OutputSchema } from './output-schema.js';

interface Report {
  city: string;
  days: number;
}

const schema: JsonSchema = {
  type: 'object',
  properties: { city: { type: 'string' }, days: { type: 'integer' } },
  required: ['city', 'days'],
  additionalProperties: false,
};
const ReportSchema = typedSchema<Report>('Report', schema);
const OSLO: Report = { city: 'Oslo', days: 3 };
const json = JSON.stringify(OSLO);
const plain = { capabilities: { tools: true } };

// E9
describe('structured output', () => {
  it('is typed, validated, and asked for natively where the model takes schemas', async () => {
    const llmClient = scriptedModel([json]);
    const agent = new Agent({ llmClient, systemPrompt: 'Be brief.' });
    const result = await agent.run('Plan', { output: ReportSchema });
    const days: number | undefined = result.output?.days;
    // @ts-expect-error A report has no hours.
    expect(result.output?.hours).toBeUndefined();
    expect(days).toBe(3);
    expect(result).toMatchObject({
      status: 'completed',
      finalResponse: json,
      output: OSLO,
      outputWarnings: [],
    });
    const [request] = llmClient.requests;
    expect(request?.options.jsonResponse).toEqual({ name: 'Report', schema });
    expect(request?.messages[0]).toEqual({ role: 'system', content: 'Be brief.' });
  });

  it('is typed in a stream as well', async () => {
    const agent = new Agent({ llmClient: scriptedModel([json]) });
    const stream = agent.runStream('Plan', { output: ReportSchema });
    const events = await collect(stream);
    const { output } = await stream.result;
    expect(output?.city.toUpperCase()).toBe('OSLO');
    const end = events.at(-1);
    expect(end?.type === 'run-end' && end.result.output).toEqual(OSLO);
  });

  it('is asked for in the prompt of the request only, where the model takes no schemas', async () => {
    const llmClient = scriptedModel([json], plain);
    const agent = new Agent({ llmClient, systemPrompt: 'Be brief.' });
    const result = await agent.run('Plan', { output: ReportSchema });
    expect(result.output).toEqual(OSLO);
    const [request] = llmClient.requests;
    expect(request?.options.jsonResponse).toBeUndefined();
    const prompt = request?.messages[0]?.content;
    expect(prompt).toMatch(/^Be brief\.\n\nYour final answer must be one JSON value, Report,/);
    expect(prompt).toContain(JSON.stringify(schema));
    expect(agent.memory[0]).toEqual({ role: 'system', content: 'Be brief.' });
    expect(agent.memory.map(({ role }) => role)).toEqual(['system', 'user', 'assistant']);
  });

  it('goes into a system message of its own where there is none', async () => {
    const llmClient = scriptedModel([json], plain);
    const agent = new Agent({ llmClient });
    await agent.run('Plan', { output: ReportSchema });
    expect(llmClient.requests[0]?.messages.map(({ role }) => role)).toEqual(['system', 'user']);
    expect(agent.memory.map(({ role }) => role)).toEqual(['user', 'assistant']);
  });

  it('asks for any JSON object where the model knows only that, and says the schema in the prompt', async () => {
    const llmClient = scriptedModel([json], { capabilities: { jsonMode: true } });
    await new Agent({ llmClient }).run('Plan', { output: ReportSchema });
    expect(llmClient.requests[0]?.options.jsonResponse).toBe(true);
    expect(llmClient.requests[0]?.messages[0]?.content).toContain(JSON.stringify(schema));
  });

  it.each([
    [true, { name: 'Report', schema }],
    [false, undefined],
  ])('is native beside tools only where the model can do both (%s)', async (jsonModeWithTools, expected) => {
    const capabilities = { tools: true, jsonMode: true, strictSchemas: true, jsonModeWithTools };
    const call: ScriptStep = { toolCalls: [{ id: 'a', name: 'look' }] };
    const llmClient = scriptedModel([call, json], { capabilities });
    const agent = new Agent({ llmClient, toolRegistry: stubTools({ look: () => 'rain' }) });
    const result = await agent.run('Plan', { output: ReportSchema });
    expect(result).toMatchObject({ output: OSLO, iteration: 2 });
    expect(llmClient.requests.map(({ options }) => options.jsonResponse)).toEqual([expected, expected]);
    const prompted = llmClient.requests.map(({ messages }) => messages[0]?.role === 'system');
    expect(prompted).toEqual([expected === undefined, expected === undefined]);
  });

  it.each(['xml', 'reasoning-json'] as const)('is asked for in text in the protocol %s', async (protocol) => {
    const text =
      protocol === 'xml' ? json : JSON.stringify({ thought: 't', action: 'respond', response: OSLO });
    const llmClient = scriptedModel([text]);
    const toolRegistry = stubTools({ look: () => 'rain' });
    const result = await new Agent({ llmClient, protocol, toolRegistry }).run('Plan', {
      output: ReportSchema,
    });
    expect(result.output).toEqual(OSLO);
    expect(llmClient.requests[0]?.options.jsonResponse).toBeUndefined();
    expect(llmClient.requests[0]?.messages[0]?.content).toContain(JSON.stringify(schema));
  });

  it('wraps what is no object for the provider, and takes it out again', async () => {
    const output = { title: 'Cities', type: 'array', items: { type: 'string' } } satisfies JsonSchema;
    const llmClient = scriptedModel(['{"result":["Oslo"]}', '["Rome"]']);
    const agent = new Agent({ llmClient });
    expect(await agent.run('Plan', { output })).toMatchObject({ output: ['Oslo'], outputWarnings: [] });
    expect(await agent.run('Plan', { output })).toMatchObject({ output: ['Rome'], outputWarnings: [] });
    expect(llmClient.requests[0]?.options.jsonResponse).toMatchObject({
      name: 'Cities',
      schema: { type: 'object', properties: { result: { type: 'array' } }, required: ['result'] },
    });
  });

  it('leaves later runs of the agent as they were', async () => {
    const llmClient = scriptedModel([json, 'Hello.']);
    const agent = new Agent({ llmClient });
    await agent.run('Plan', { output: ReportSchema });
    const result = await agent.run('Hi');
    expect(result.finalResponse).toBe('Hello.');
    expect('output' in result).toBe(false);
    expect(llmClient.requests[1]?.options.jsonResponse).toBeUndefined();
  });
});

describe('a schema', () => {
  it('may be one of zod, whose JSON Schema the model sees', async () => {
    const output = z.object({
      city: z.string(),
      days: z.number().int().default(1),
      at: z.iso.date().optional(),
    });
    const llmClient = scriptedModel(['{"city":"Oslo"}', '{"city":5,"days":"2"}']);
    const agent = new Agent({ llmClient });
    const result = await agent.run('Plan', { output });
    const city: string | undefined = result.output?.city;
    expect([city, result.output?.days]).toEqual(['Oslo', 1]);
    expect((await agent.run('Plan', { output })).output).toEqual({ city: '5', days: 2 });
    expect(llmClient.requests[0]?.options.jsonResponse).toMatchObject({
      schema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
    });
  });

  it('of zod may transform, refine and check asynchronously', async () => {
    const output = z
      .object({ city: z.string().transform((text) => text.length) })
      .refine(async ({ city }) => city < 5, { message: 'The name is too long.', path: ['city'] });
    const llmClient = scriptedModel(['{"city":"Trondheim"}', '{"city":"Oslo"}']);
    const result = await new Agent({ llmClient }).run('Plan', { output });
    const length: number | undefined = result.output?.city;
    expect(length).toBe(4);
    expect(result.errors[0]).toContain('city: The name is too long.');
  });

  it('may be one of valibot, which tells the model its errors only', async () => {
    const output = v.object({ city: v.string(), days: v.pipe(v.number(), v.maxValue(5)) });
    const llmClient = scriptedModel(['{"city":"Oslo","days":9}', json], plain);
    const result = await new Agent({ llmClient }).run('Plan', { output });
    const days: number | undefined = result.output?.days;
    expect(days).toBe(3);
    expect(llmClient.requests[0]?.messages[0]?.content).toMatch(/^Your final answer must be one JSON value/);
    expect(llmClient.requests[1]?.messages.at(-1)?.content).toContain('days: ');
  });

  it('may be JSON Schema, with the type of your choice', async () => {
    const result = await new Agent({ llmClient: scriptedModel([json]) }).run<Report>('Plan', {
      output: schema,
    });
    expect(result.output?.days).toBe(3);
  });

  it('that throws for a value counts as refusing it', async () => {
    const output = z.object({ city: z.string() }).refine(({ city }) => {
      if (city === 'Rome') throw new TypeError('no Rome');
      return true;
    });
    const llmClient = scriptedModel(['{"city":"Rome"}', '{"city":"Oslo"}']);
    const result = await new Agent({ llmClient }).run('Plan', { output });
    expect(result).toMatchObject({ output: { city: 'Oslo' }, errors: [expect.stringContaining('no Rome')] });
  });

  it.each([
    ['a text', 'Report'],
    ['null', null],
    ['a number', 5],
  ])('that is %s is a mistake of the program, told before the model is asked', async (_what, output) => {
    const llmClient = scriptedModel([]);
    const agent = new Agent({ llmClient });
    // What a program without types may pass.
    const wrong = output as unknown as OutputSchema;
    await expect(agent.run('Plan', { output: wrong })).rejects.toMatchObject({ code: 'INVALID_CONFIG' });
    expect(llmClient.requests).toEqual([]);
  });

  it('that cannot be compiled is told before the model is asked', async () => {
    const agent = new Agent({ llmClient: scriptedModel([]) });
    const output: JsonSchema = { type: 'object', properties: { a: { $ref: '#/$defs/Missing' } } };
    await expect(agent.run('Plan', { output })).rejects.toMatchObject({ code: 'INVALID_CONFIG' });
    await expect(agent.run('Plan', { output: schema, outputRetries: -1 })).rejects.toMatchObject({
      code: 'INVALID_CONFIG',
      message: "'outputRetries' is -1.",
    });
  });
});

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

  it('is shown to the model with what is wrong, and then forgotten', async () => {
    const { llmClient, agent, events, result } = await run(['{"city":"Oslo"}', json]);
    expect(result).toMatchObject({ status: 'completed', output: OSLO, iteration: 2, finalResponse: json });
    const error = 'The JSON is no valid Report: days is required (a whole number).';
    expect(parseErrors(events)).toEqual([{ type: 'parse-error', message: error, text: '{"city":"Oslo"}' }]);
    expect(result.errors).toEqual([error]);
    expect(llmClient.requests[1]?.messages).toEqual([
      { role: 'user', content: 'Plan' },
      { role: 'assistant', content: '{"city":"Oslo"}' },
      { role: 'user', content: `${error}\nAnswer again with the whole corrected JSON, and nothing else.` },
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

  it('is the only failed try that the next request shows', async () => {
    const { llmClient } = await run(['no', '{"city":1}', '', json]);
    const shown = llmClient.requests.map(({ messages }) => messages.slice(1).map(({ content }) => content));
    expect(shown.map((contents) => contents.length)).toEqual([0, 2, 2, 1]);
    expect(shown[1]?.[0]).toBe('no');
    expect(shown[2]?.[0]).toBe('{"city":1}');
    expect(shown[3]?.[0]).toContain('No JSON was found. The answer is empty.');
  });

  it('fails the run after three more tries, and leaves none of them in the memory', async () => {
    const { agent, events, result } = await run(['one', 'two', 'three', 'four']);
    expect(result).toMatchObject({ status: 'error', finalResponse: '', iteration: 4 });
    expect('output' in result).toBe(false);
    expect(parseErrors(events)).toHaveLength(4);
    expect(result.errors).toEqual([
      'No JSON was found. The answer begins "one".',
      'No JSON was found. The answer begins "two".',
      'No JSON was found. The answer begins "three".',
      'No valid Report in 4 answers; the last one: No JSON was found. The answer begins "four".',
    ]);
    expect(agent.memory).toEqual([{ role: 'user', content: 'Plan' }]);
  });

  it('fails at once without retries, with a typed error that has its cause', async () => {
    const agent = new Agent({
      llmClient: scriptedModel(['{"a":1}', '{"title" = 1}', '-']),
      onFailure: 'throw',
    });
    const options = { output: ReportSchema, outputRetries: 0 };
    await expect(agent.run('Plan', options)).rejects.toMatchObject({
      code: 'INVALID_OUTPUT',
      blame: 'model',
      message: 'The JSON is no Report: it shares no key with "city", "days"; got "a".',
      cause: { a: 1 },
    });
    await expect(agent.run('Plan', options)).rejects.toMatchObject({
      message: expect.stringMatching(/^The JSON cannot be repaired: /),
      cause: expect.any(Error),
    });
    await expect(agent.run('Plan', options)).rejects.toMatchObject({
      message: 'No JSON was found. The answer begins "-".',
      cause: '-',
    });
  });

  it('leads to the typed error of the last try', async () => {
    const agent = new Agent({ llmClient: scriptedModel(['x', 'y']), onFailure: 'throw' });
    const failure: unknown = await agent
      .run('Plan', { output: ReportSchema, outputRetries: 1 })
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ToolwrightError);
    expect(failure).toMatchObject({
      message: 'No valid Report in 2 answers; the last one: No JSON was found. The answer begins "y".',
      cause: { code: 'INVALID_OUTPUT', message: 'No JSON was found. The answer begins "y".' },
    });
  });

  it('is repaired where that is clear, and every change is told', async () => {
    const { events, result } = await run(["```json\n{'city':'Oslo','days':'3',}\n```"]);
    expect(result).toMatchObject({ status: 'completed', output: OSLO, iteration: 1, errors: [] });
    expect(result.outputWarnings?.map(({ path }) => path)).toEqual(['', '', 'days']);
    const told = events.flatMap((event) => (event.type === 'warning' ? [event.message] : []));
    expect(told.at(-1)).toBe('Output: days was "3" and became 3.');
    expect(told).toHaveLength(3);
  });

  it('may have the model call tools again before the next try', async () => {
    const call: ScriptStep = { toolCalls: [{ id: 'a', name: 'look' }] };
    const llmClient = scriptedModel(['{"city":"Oslo"}', call, json]);
    const agent = new Agent({ llmClient, toolRegistry: stubTools({ look: () => '3 days' }) });
    const result = await agent.run('Plan', { output: ReportSchema });
    expect(result).toMatchObject({ status: 'completed', output: OSLO, iteration: 3 });
    expect(unpaired(agent.memory)).toEqual([]);
    expect(agent.memory.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant']);
    expect(llmClient.requests[2]?.messages.at(-1)?.content).toContain('days is required');
  });

  it('is not asked for again when the model refuses', async () => {
    const { result } = await run([{ refusal: 'I cannot help with that.' }]);
    expect(result).toMatchObject({
      status: 'error',
      iteration: 1,
      errors: ['The model refused to answer: I cannot help with that.'],
    });
  });

  it('is not asked for again when the limit of tokens leaves no room for any', async () => {
    const { result } = await run([{ text: '', finishReason: 'length' }]);
    expect(result).toMatchObject({ status: 'error', iteration: 1 });
    expect(result.errors[0]).toContain('The limit of tokens was reached');
  });

  it('that was cut off loses its last number, unless the model stopped by itself', async () => {
    const cut = '{"city":"Oslo","days":3';
    const whole = await run([cut]);
    expect(whole.result).toMatchObject({ output: OSLO, iteration: 1 });
    const half = await run([{ text: cut, finishReason: 'length' }, json]);
    expect(half.result).toMatchObject({ output: OSLO, iteration: 2 });
  });

  it('is asked for again also when the answer was forced at a limit', async () => {
    const call: ScriptStep = { toolCalls: [{ id: 'a', name: 'look' }] };
    const llmClient = scriptedModel([call, 'well', json]);
    const toolRegistry = stubTools({ look: () => 'rain' });
    const agent = new Agent({ llmClient, toolRegistry, maxIterations: 1, onLimit: 'force-answer' });
    const result = await agent.run('Plan', { output: ReportSchema });
    expect(result).toMatchObject({ status: 'max_iterations', output: OSLO });
    expect(llmClient.requests[2]?.options.toolChoice).toBe('none');
  });

  it('ends with the abort of a run whose schema never decides', async () => {
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

  it('of one run does not show in another that goes on at the same time', async () => {
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
