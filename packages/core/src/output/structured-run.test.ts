import type { JsonSchema } from '@toolwright/contract';
import { type ScriptStep, scriptedModel } from '@toolwright/llm/testing';
import * as v from 'valibot';
import { z } from 'zod';
import { Agent } from '../agent/agent.js';
import { stubTools } from '../calls/stub-tools.test.support.js';
import { collect } from '../run/collect.test.support.js';
import { json, OSLO, type Report, ReportSchema, schema } from './report.test.support.js';

const plain = { capabilities: { tools: true } };

// E9
describe('structured output', () => {
  it('is typed, validated, and requested natively if the model accepts schemas', async () => {
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

  it('is also typed in a stream', async () => {
    const agent = new Agent({ llmClient: scriptedModel([json]) });
    const stream = agent.runStream('Plan', { output: ReportSchema });
    const events = await collect(stream);
    const { output } = await stream.result;
    expect(output?.city.toUpperCase()).toBe('OSLO');
    const end = events.at(-1);
    expect(end?.type === 'run-end' && end.result.output).toEqual(OSLO);
  });

  it('is requested only in the prompt if the model supports no schemas', async () => {
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

  it('adds a system message if there is none', async () => {
    const llmClient = scriptedModel([json], plain);
    const agent = new Agent({ llmClient });
    await agent.run('Plan', { output: ReportSchema });
    expect(llmClient.requests[0]?.messages.map(({ role }) => role)).toEqual(['system', 'user']);
    expect(agent.memory.map(({ role }) => role)).toEqual(['user', 'assistant']);
  });

  it('asks for any JSON object if the model supports only that, and describes the schema in the prompt', async () => {
    const llmClient = scriptedModel([json], { capabilities: { jsonMode: true } });
    await new Agent({ llmClient }).run('Plan', { output: ReportSchema });
    expect(llmClient.requests[0]?.options.jsonResponse).toBe(true);
    expect(llmClient.requests[0]?.messages[0]?.content).toContain(JSON.stringify(schema));
  });

  it.each([
    [true, { name: 'Report', schema }],
    [false, undefined],
  ])(
    'is native beside tools only if the model supports both together (%s)',
    async (jsonModeWithTools, expected) => {
      const capabilities = { tools: true, jsonMode: true, strictSchemas: true, jsonModeWithTools };
      const call: ScriptStep = { toolCalls: [{ id: 'a', name: 'look' }] };
      const llmClient = scriptedModel([call, json], { capabilities });
      const agent = new Agent({ llmClient, toolRegistry: stubTools({ look: () => 'rain' }) });
      const result = await agent.run('Plan', { output: ReportSchema });
      expect(result).toMatchObject({ output: OSLO, iteration: 2 });
      expect(llmClient.requests.map(({ options }) => options.jsonResponse)).toEqual([expected, expected]);
      const prompted = llmClient.requests.map(({ messages }) => messages[0]?.role === 'system');
      expect(prompted).toEqual([expected === undefined, expected === undefined]);
    },
  );

  it.each(['xml', 'reasoning-json'] as const)('is requested in text in the protocol %s', async (protocol) => {
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

  it('wraps a schema other than an object for the provider, and unwraps the answer', async () => {
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

  it('does not affect later runs of the agent', async () => {
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
  it('may come from zod, and the model sees its JSON Schema', async () => {
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

  it('may come from valibot, of which the model sees only the errors', async () => {
    const output = v.object({ city: v.string(), days: v.pipe(v.number(), v.maxValue(5)) });
    const llmClient = scriptedModel(['{"city":"Oslo","days":9}', json], plain);
    const result = await new Agent({ llmClient }).run('Plan', { output });
    const days: number | undefined = result.output?.days;
    expect(days).toBe(3);
    expect(llmClient.requests[0]?.messages[0]?.content).toMatch(/^Your final answer must be one JSON value/);
    expect(llmClient.requests[1]?.messages.at(-1)?.content).toContain('days: ');
  });

  it('may be JSON Schema with a type argument', async () => {
    const result = await new Agent({ llmClient: scriptedModel([json]) }).run<Report>('Plan', {
      output: schema,
    });
    expect(result.output?.days).toBe(3);
  });

  // B7
  it('that throws for a value is a mistake of the program, and the model is not asked again', async () => {
    const output = z.object({ city: z.string() }).refine(({ city }) => {
      if (city === 'Rome') throw new TypeError('no Rome');
      return true;
    });
    const llmClient = scriptedModel(['{"city":"Rome"}']);
    const agent = new Agent({ llmClient });
    expect(await agent.run('Plan', { output })).toMatchObject({
      status: 'error',
      errorCode: 'CALLBACK_FAILED',
      errors: [expect.stringContaining('no Rome')],
    });
    expect(llmClient.requests).toHaveLength(1);
  });

  it.each([
    ['a text', 'Report'],
    ['null', null],
    ['a number', 5],
  ])(
    'that is %s is a mistake of the program, and is reported before the model is asked',
    async (_what, output) => {
      const llmClient = scriptedModel([]);
      const agent = new Agent({ llmClient });
      // As a program in plain JavaScript may do.
      const running: unknown = Reflect.apply(agent.run, agent, ['Plan', { output }]);
      await expect(running).rejects.toMatchObject({ code: 'INVALID_CONFIG' });
      expect(llmClient.requests).toEqual([]);
    },
  );

  it('that cannot be compiled is reported before the model is asked', async () => {
    const agent = new Agent({ llmClient: scriptedModel([]) });
    const output: JsonSchema = { type: 'object', properties: { a: { $ref: '#/$defs/Missing' } } };
    await expect(agent.run('Plan', { output })).rejects.toMatchObject({ code: 'INVALID_CONFIG' });
    const wrong = (() => 1) as unknown as JsonSchema; // as plain JavaScript may
    await expect(agent.run('Plan', { output: wrong })).rejects.toMatchObject({
      code: 'INVALID_CONFIG',
      message: "'output' must be a schema, not a function.",
    });
    await expect(agent.run('Plan', { output: schema, outputRetries: -1 })).rejects.toMatchObject({
      code: 'INVALID_CONFIG',
      message: "'outputRetries' is -1.",
    });
  });
});
