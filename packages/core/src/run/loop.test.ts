import type { LLMProvider } from '@toolwright/contract';
import { scriptedModel } from '@toolwright/llm/testing';
import { Agent } from '../agent/agent.js';
import { stubTools } from '../calls/stub-tools.test.support.js';
import { collect, outline } from './collect.test.support.js';

const weather = () =>
  stubTools({
    forecast: ({ city }) => ({ city, rain: true }),
    add: ({ a, b }) => Number(a) + Number(b),
  });

// A1, B1, B6
describe('a run', () => {
  it('answers a question without tools', async () => {
    const llmClient = scriptedModel(['Hello.']);
    const result = await new Agent({ llmClient, systemPrompt: 'Be kind.' }).run('Hi');
    expect(result).toMatchObject({
      status: 'completed',
      finalResponse: 'Hello.',
      iteration: 1,
      toolCalls: [],
      reasoningTrace: [],
      errors: [],
    });
    expect(result.messages).toEqual([
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: 'Hello.' },
    ]);
    expect(llmClient.requests[0]?.messages).toEqual([
      { role: 'system', content: 'Be kind.' },
      { role: 'user', content: 'Hi' },
    ]);
    llmClient.assertDone();
  });

  it('executes tool calls and sends the whole history with their results', async () => {
    const llmClient = scriptedModel([
      {
        toolCalls: [{ id: 'a', name: 'forecast', arguments: { city: 'Oslo' } }],
        usage: { inputTokens: 5, outputTokens: 2 },
      },
      { text: 'It rains.', usage: { inputTokens: 9, outputTokens: 3, reasoningTokens: 1 } },
    ]);
    const agent = new Agent({ llmClient, toolRegistry: weather() });
    const result = await agent.run('Rain in Oslo?');
    expect(result).toMatchObject({
      status: 'completed',
      finalResponse: 'It rains.',
      iteration: 2,
      usage: { inputTokens: 14, outputTokens: 5, reasoningTokens: 1 },
    });
    expect(result.toolCalls).toEqual([
      {
        callId: 'a',
        name: 'forecast',
        arguments: '{"city":"Oslo"}',
        outcome: { result: { city: 'Oslo', rain: true }, error: null },
        durationMs: expect.any(Number),
      },
    ]);
    expect(llmClient.requests[1]?.messages).toEqual([
      { role: 'user', content: 'Rain in Oslo?' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          { id: 'a', type: 'function', function: { name: 'forecast', arguments: '{"city":"Oslo"}' } },
        ],
      },
      { role: 'tool', tool_call_id: 'a', content: '{"city":"Oslo","rain":true}' },
    ]);
    expect(llmClient.requests[1]?.tools.map((tool) => tool.name)).toEqual(['forecast', 'add']);
    expect(agent.memory).toEqual(result.messages);
    expect(agent.observations()).toMatchObject([
      {
        type: 'tool',
        toolName: 'forecast',
        content: '{"city":"Oslo","rain":true}',
        metadata: { callId: 'a' },
      },
    ]);
  });

  it('continues from the memory of earlier runs', async () => {
    const llmClient = scriptedModel(['Hello Ada.', 'Ada.']);
    const agent = new Agent({ llmClient });
    await agent.run('I am Ada.');
    const result = await agent.run('Who am I?');
    expect(llmClient.requests[1]?.messages.map((message) => message.content)).toEqual([
      'I am Ada.',
      'Hello Ada.',
      'Who am I?',
    ]);
    expect(result.messages).toHaveLength(2);
    expect(agent.memory).toHaveLength(4);
  });

  it('keeps text beside calls, and accepts only text without calls as the answer', async () => {
    const llmClient = scriptedModel([
      { text: 'Let me add.', toolCalls: [{ name: 'add', arguments: { a: 1, b: 2 } }], finishReason: 'stop' },
      'Three.',
    ]);
    const result = await new Agent({ llmClient, toolRegistry: weather() }).run('1 + 2?');
    expect(result.finalResponse).toBe('Three.');
    expect(result.messages[1]).toMatchObject({ content: 'Let me add.', tool_calls: [{ type: 'function' }] });
    expect(result.messages[2]).toMatchObject({ role: 'tool', content: '3' });
  });

  it('keeps the reasoning of each reply', async () => {
    const llmClient = scriptedModel([
      { reasoning: 'I should add.', toolCalls: [{ name: 'add', arguments: { a: 1, b: 2 } }] },
      { reasoning: 'Done.', text: 'Three.' },
    ]);
    const agent = new Agent({ llmClient, toolRegistry: weather() });
    const result = await agent.run('1 + 2?');
    expect(result.reasoningTrace).toEqual(['I should add.', 'Done.']);
    expect(agent.observations({ type: 'reasoning' }).map((one) => one.content)).toEqual([
      'I should add.',
      'Done.',
    ]);
  });

  it('sends images with or without text', async () => {
    const url = 'https://example.org/cat.png';
    const part = { type: 'image_url', image_url: { url } };
    const llmClient = scriptedModel(['A cat.', 'A cat.', 'Two cats.']);
    const agent = new Agent({ llmClient });
    await agent.run('What is this?', { images: [url] });
    await agent.run('', { images: [url] });
    await agent.run([{ type: 'text', text: 'And now?' }], { images: [url, url] });
    expect(
      agent.memory.filter((message) => message.role === 'user').map((message) => message.content),
    ).toEqual([
      [{ type: 'text', text: 'What is this?' }, part],
      [part],
      [{ type: 'text', text: 'And now?' }, part, part],
    ]);
  });

  it.each(['', []])('refuses the empty input %j before anything happens', async (input) => {
    const llmClient = scriptedModel([]);
    const agent = new Agent({ llmClient });
    await expect(agent.run(input)).rejects.toMatchObject({ code: 'INVALID_MESSAGE' });
    expect(() => agent.runStream(input)).toThrow('The input is empty.');
    expect(agent.memory).toEqual([]);
  });
});

// A12
describe('the options of a run', () => {
  it('reach the model, and take precedence over those of the agent', async () => {
    const llmClient = scriptedModel(['a', 'b']);
    const agent = new Agent({ llmClient, temperature: 0.7, seed: 1 });
    await agent.run('x', { temperature: 0, jsonResponse: true, seed: undefined, extraBody: { top_k: 5 } });
    await agent.run('y');
    const options = llmClient.requests.map(({ options: { signal, onEvent, ...rest } }) => rest);
    expect(options).toEqual([
      { temperature: 0, jsonResponse: true, seed: 1, extraBody: { top_k: 5 } },
      { temperature: 0.7, seed: 1 },
    ]);
  });
});

// A13
describe('the events of a run', () => {
  const steps = () => [
    {
      text: 'Let me see.',
      toolCalls: [{ id: 'a', name: 'add', arguments: { a: 1, b: 2 } }],
      usage: { inputTokens: 1, outputTokens: 1 },
    },
    { text: 'It is three.', reasoning: 'Easy sum.' },
  ];

  it('come in order, with tool-call before the execution and tool-result after it', async () => {
    const tools = weather();
    const agent = new Agent({ llmClient: scriptedModel(steps()), toolRegistry: tools });
    const executed: string[] = [];
    const events = [];
    for await (const event of agent.runStream('1 + 2?')) {
      events.push(event);
      if (event.type.startsWith('tool-')) executed.push(`${event.type} ${tools.executed.length}`);
    }
    expect(executed).toEqual(['tool-call 0', 'tool-result 1']);
    expect(outline(events)).toEqual([
      'run-start',
      'message user',
      'llm-call',
      'text-delta',
      'usage',
      'message assistant',
      'tool-call',
      'tool-result',
      'message tool',
      'llm-call',
      'reasoning-delta',
      'text-delta',
      'message assistant',
      'run-end',
    ]);
    expect(events[0]).toEqual({ type: 'run-start', input: '1 + 2?', tools: 2, runId: expect.any(String) });
    expect(events.filter((event) => event.type === 'llm-call')).toEqual([
      { type: 'llm-call', iteration: 1, maxIterations: 10, messages: 1 },
      { type: 'llm-call', iteration: 2, maxIterations: 10, messages: 3 },
    ]);
    expect(events.at(-1)).toMatchObject({ type: 'run-end', result: { status: 'completed' } });
  });

  it('reach the logger in the same form as the reader', async () => {
    const logged: unknown[] = [];
    const runs = new Set<unknown>();
    const logger = {
      log: (event: unknown, run: unknown) => {
        logged.push(event);
        runs.add(run);
      },
    };
    const llmClient = scriptedModel(steps(), { model: 'small' });
    const runtime = { newId: () => 'id-1' };
    const agent = new Agent({ name: 'adder', llmClient, toolRegistry: weather(), logger, runtime });
    expect(await collect(agent.runStream('1 + 2?'))).toEqual(logged);
    expect([...runs]).toEqual([{ runId: 'id-1', agent: 'adder', model: 'small', provider: 'scripted' }]);
  });

  it('give the same result, streamed or not', async () => {
    const runtime = { newId: () => 'id', now: () => 0 };
    const create = () => new Agent({ llmClient: scriptedModel(steps()), toolRegistry: weather(), runtime });
    const plain = await create().run('1 + 2?');
    const stream = create().runStream('1 + 2?');
    await collect(stream);
    expect(await stream.result).toEqual(plain);
    expect(await create().run('1 + 2?', { stream: true })).toEqual(plain);
  });

  it('contain the text of a model without streaming in one piece', async () => {
    const { generate } = scriptedModel(steps());
    const scripted = scriptedModel(steps());
    const llmClient: LLMProvider = { generate: generate.bind(scripted) };
    const events = await collect(new Agent({ llmClient, toolRegistry: weather() }).runStream('1 + 2?'));
    const deltas = events.filter((event) => event.type === 'text-delta' || event.type === 'reasoning-delta');
    expect(deltas.map((event) => event.text)).toEqual(['Let me see.', 'Easy sum.', 'It is three.']);
  });

  it('are streamed by the model only if somebody reads them', async () => {
    const asked: string[] = [];
    const scripted = scriptedModel(['a', 'b', 'c']);
    const llmClient: LLMProvider = {
      generate: (...request) => {
        asked.push('generate');
        return scripted.generate(...request);
      },
      stream: (...request) => {
        asked.push('stream');
        return scripted.stream(...request);
      },
    };
    const agent = new Agent({ llmClient });
    await agent.run('x');
    await agent.run('x', { stream: true });
    await agent.runStream('x').result;
    expect(asked).toEqual(['generate', 'stream', 'stream']);
  });

  it('include those of the client, in order and at once', async () => {
    let proceed = (): void => {};
    const waiting = new Promise<void>((resolve) => {
      proceed = resolve;
    });
    const llmClient: LLMProvider = {
      async generate(_messages, _tools, { onEvent }) {
        onEvent?.({ type: 'warning', message: 'no seed' });
        onEvent?.({ type: 'retry', attempt: 1, delayMs: 5, reason: 'busy' });
        await waiting;
        return { content: 'ok', toolCalls: [], finishReason: 'stop' };
      },
    };
    const events = [];
    for await (const event of new Agent({ llmClient }).runStream('x')) {
      events.push(event);
      if (event.type === 'retry') proceed();
    }
    expect(outline(events)).toEqual([
      'run-start',
      'message user',
      'llm-call',
      'warning',
      'retry',
      'text-delta',
      'message assistant',
      'run-end',
    ]);
  });
});
