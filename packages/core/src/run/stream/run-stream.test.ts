import { AsyncLocalStorage } from 'node:async_hooks';
import type { LLMProvider } from '@toolwright/contract';
import { type ScriptStep, scriptedModel } from '@toolwright/llm/testing';
import { Agent } from '../../agent/agent.js';
import { stubTools } from '../../calls/stub-tools.test.support.js';
import { Memory } from '../../memory/memory.js';
import { json, OSLO, ReportSchema } from '../../output/report.test.support.js';
import { collect } from '../collect.test.support.js';
import { unendingModel } from '../unending-model.test.support.js';
import type { RunStream } from './run-stream.js';

type Run = RunStream;

const steps: readonly ScriptStep[] = [
  { text: 'One moment. ', toolCalls: [{ name: 'look' }] },
  'Seen it all.',
];

function stream(script: readonly ScriptStep[] = steps) {
  const llmClient = scriptedModel(script);
  const agent = new Agent({ llmClient, toolRegistry: stubTools({ look: () => 1 }) });
  return { agent, llmClient, stream: agent.runStream('go') };
}

// A13
describe('the stream of a run', () => {
  it('returns the text of all replies piece by piece', async () => {
    const texts = await collect(stream().stream.textStream);
    expect(texts.length).toBeGreaterThan(2);
    expect(texts.join('')).toBe('One moment. Seen it all.');
  });

  it('returns the text of replies that were not streamed', async () => {
    const { agent } = stream();
    const texts = await collect(agent.runStream('go', { stream: false }).textStream);
    expect(texts).toEqual(['One moment. ', 'Seen it all.']);
  });

  it('returns the result beside the events', async () => {
    const run = stream().stream;
    const result = run.result;
    const events = await collect(run);
    expect(events.at(-1)).toEqual({ type: 'run-end', result: await result });
    expect(await run.result).toBe(await result);
  });

  it('returns the result alone', async () => {
    expect(await stream().stream.result).toMatchObject({
      status: 'completed',
      finalResponse: 'Seen it all.',
    });
  });

  it('returns the result after the text', async () => {
    const run = stream().stream;
    await collect(run.textStream);
    expect(await run.result).toMatchObject({ finalResponse: 'Seen it all.' });
  });

  it('starts the run when it is read', async () => {
    const { stream: run, llmClient } = stream();
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(llmClient.requests).toEqual([]);
    await run.result;
    llmClient.assertDone();
  });

  // M6
  it('belongs to the asynchronous context in which it was made, wherever it is read', async () => {
    const storage = new AsyncLocalStorage<string>();
    const seen: unknown[] = [];
    const toolRegistry = stubTools({ look: () => seen.push(storage.getStore()) });
    const run = storage.run('request', () =>
      new Agent({ llmClient: scriptedModel(steps), toolRegistry }).runStream('go'),
    );
    await storage.run('reader', () => collect(run));
    expect(seen).toEqual(['request']);
  });

  it('allows one reader', async () => {
    const run = stream().stream;
    await collect(run);
    await expect(collect(run)).rejects.toMatchObject({ code: 'USAGE' });
    await expect(collect(run.textStream)).rejects.toMatchObject({ code: 'USAGE' });
  });

  it('aborts the run when the reader of its text leaves', async () => {
    const { agent, stream: run } = stream();
    for await (const text of run.textStream) {
      expect(text).toBe('One');
      break;
    }
    expect(await run.result).toMatchObject({ status: 'aborted', finalResponse: '' });
    expect(agent.memory).toEqual([{ role: 'user', content: 'go' }]);
  });

  it.each([
    ['its events', (run: Run) => run[Symbol.asyncIterator]().return?.()],
    ['its text', (run: Run) => run.textStream[Symbol.asyncIterator]().return?.()],
    ['a web stream of its events', (run: Run) => ReadableStream.from(run).cancel()],
    ['a web stream of its text', (run: Run) => ReadableStream.from(run.textStream).cancel()],
  ])('aborts the run when the reader of %s leaves before the first read', async (_, leave) => {
    const { agent, llmClient, stream: run } = stream();
    const result = run.result;
    await leave(run);
    expect(await result).toMatchObject({ status: 'aborted', iteration: 0 });
    expect(await run.result).toBe(await result);
    expect(llmClient.requests).toEqual([]);
    expect(agent.memory).toEqual([]);
  });

  it('has a result if its reader leaves before the result is requested', async () => {
    const { stream: run } = stream();
    await run[Symbol.asyncIterator]().return?.();
    expect(await run.result).toMatchObject({ status: 'aborted' });
  });

  it('passes the error of a run that cannot start to each reader of the result', async () => {
    const error = new Error('no memory');
    const memory = new Memory();
    memory.fork = () => {
      throw error;
    };
    const agent = new Agent({ llmClient: scriptedModel([]), memory });
    const run = agent.runStream('go');
    await expect(collect(run)).rejects.toBe(error);
    await expect(run.result).rejects.toBe(error);
  });

  it('does not execute tools ahead of its reader', async () => {
    const llmClient = scriptedModel(steps);
    const tools = stubTools({ look: () => 1 });
    for await (const event of new Agent({ llmClient, toolRegistry: tools }).runStream('go')) {
      if (event.type === 'tool-call') break;
    }
    expect(tools.executed).toEqual([]);
  });

  it('leaves no unhandled rejection if only the events are read', async () => {
    const error = new Error('down');
    const agent = new Agent({ llmClient: scriptedModel([{ error }]), onFailure: 'throw' });
    const run = agent.runStream('go');
    const result = run.result;
    await expect(collect(run)).rejects.toBe(error);
    await new Promise((resolve) => setImmediate(resolve));
    await expect(result).rejects.toBe(error);
  });

  // H5
  it('shows no text of an answer that was refused', async () => {
    const look = { name: 'look' };
    const script = ['{"city": "Bergen"}', { text: 'One moment. ', toolCalls: [look] }, 'Bergen?', json];
    const run = new Agent({
      llmClient: scriptedModel(script),
      toolRegistry: stubTools({ look: () => 1 }),
    }).runStream('go', { output: ReportSchema });
    expect((await collect(run.textStream)).join('')).toBe(`One moment. ${json}`);
    expect(await run.result).toMatchObject({ status: 'completed', output: OSLO });
    const failed = new Agent({ llmClient: scriptedModel(['Bergen?']) });
    const options = { output: ReportSchema, outputRetries: 0 };
    expect(await collect(failed.runStream('go', options).textStream)).toEqual([]);
    const whole = new Agent({ llmClient: scriptedModel(['Bergen?', json]) });
    expect(await collect(whole.runStream('go', { output: ReportSchema, stream: false }).textStream)).toEqual([
      json,
    ]);
  });

  it.each([
    ['xml', '<tool_call>{"name": "look", "parameters": {}}</tool_call>'],
    [
      'reasoning-json',
      '{"thought": "t", "action": "tool", "tool_name": "look", "tool_input": {}, "response": null}',
    ],
  ] as const)('shows no block of the protocol %s', async (protocol, call) => {
    for (const stream of [true, false]) {
      const llmClient = scriptedModel([`Well. ${call}`, 'Seen it.']);
      const agent = new Agent({ llmClient, protocol, toolRegistry: stubTools({ look: () => 1 }) });
      const text = (await collect(agent.runStream('go', { stream }).textStream)).join('');
      expect(text.replace(/\s+/g, '')).toBe('Well.Seenit.');
    }
  });

  it.each(['text-delta', 'reasoning-delta'] as const)(
    'does not read the model ahead of a reader that reads no %s, and ends when it leaves',
    async (type) => {
      let sent = 0;
      let closed = false;
      const llmClient: LLMProvider = {
        generate: () => Promise.reject(new Error('It streams.')),
        async *stream() {
          try {
            for (; sent < 10_000; sent++) yield { type, text: 'x'.repeat(1_000) };
          } finally {
            closed = true;
          }
        },
      };
      const run = new Agent({ llmClient }).runStream('go');
      const events = run[Symbol.asyncIterator]();
      for (let read = 0; read < 10; read++) await events.next();
      for (let turn = 0; turn < 1_000; turn++) await new Promise((resolve) => setImmediate(resolve));
      expect(sent).toBeLessThan(500);
      for (let read = 0; read < 1_000; read++) await events.next();
      expect(sent).toBeGreaterThan(900);
      await events.return?.();
      expect(await run.result).toMatchObject({ status: 'aborted' });
      for (let turn = 0; !closed && turn < 1_000; turn++)
        await new Promise((resolve) => setImmediate(resolve));
      expect(closed).toBe(true);
    },
  );

  it('shows a refusal, also of a model that does not stream', async () => {
    const refused = { content: null, refusal: 'I cannot.', toolCalls: [], finishReason: 'stop' } as const;
    const whole: LLMProvider = { generate: async () => refused };
    const streamed: LLMProvider = {
      ...whole,
      async *stream() {
        yield { type: 'finish', finishReason: 'stop', refusal: 'I cannot.' };
      },
    };
    for (const llmClient of [whole, streamed]) {
      const run = new Agent({ llmClient }).runStream('go');
      expect(await collect(run.textStream)).toEqual(['I cannot.']);
      expect(await run.result).toMatchObject({ finalResponse: 'I cannot.' });
    }
  });

  it('aborts the request to the model when its reader leaves meanwhile', async () => {
    const llmClient = unendingModel();
    const run = new Agent({ llmClient, onFailure: 'throw' }).runStream('go');
    const texts = run.textStream[Symbol.asyncIterator]();
    expect(await texts.next()).toEqual({ done: false, value: 'One' });
    const next = texts.next();
    await texts.return?.();
    expect(await next).toMatchObject({ done: true });
    expect(llmClient.signal?.aborted).toBe(true);
    expect(await run.result).toMatchObject({ status: 'aborted' });
  });
});
