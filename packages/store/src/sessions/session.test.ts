import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AgentEvent, type LLMProvider, type RunResult, ToolwrightError } from '@toolwright/contract';
import { Agent, type RunInput, type RunStream, toUIStream } from '@toolwright/core';
import { fallbackClient } from '@toolwright/llm';
import { clerk, clerkModel } from '../clerk.test.support.js';
import { createMemoryStore } from '../memory-store.js';
import { openSqliteStore } from '../sqlite/sqlite-store.js';
import { failingStore } from './failing-store.test.support.js';
import { openSession } from './open-session.js';
import type { Session } from './session.js';
import type { SessionAgent } from './session-agent.js';
import type { SessionStore } from './session-store.js';

const folder = mkdtempSync(join(tmpdir(), 'toolwright-session-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ANSWER = 'look after look | send after look+send | note after look+send+note';
const nothing = (): void => {};

describe('a session', () => {
  it('whose conversation is stored broken is repaired, and a warning says so', async () => {
    const store = createMemoryStore();
    await (await openSession({ store, id: 'b', agent: clerk(nothing) })).run('write to Ada');
    const { readFrom: _, ...whole } = store;
    const broken: SessionStore = {
      ...whole,
      read: async (id) =>
        (await store.read(id)).map((one) => {
          const { record } = one;
          if (record.type !== 'run-end') return one;
          const messages = record.messages.filter(({ role }, place) => role !== 'tool' || place !== 2);
          return { ...one, record: { ...record, messages } };
        }),
    };
    const session = await openSession({ store: broken, id: 'b', agent: clerk(nothing) });
    const events: AgentEvent[] = [];
    for await (const event of session.runStream('and again')) events.push(event);
    expect(events.slice(0, 2)).toMatchObject([
      { type: 'run-start' },
      { type: 'warning', message: expect.stringContaining('was repaired') },
    ]);
    expect(events.at(-1)).toMatchObject({ result: { status: 'completed' } });
  });

  it('continues the conversation after it was closed', async () => {
    const file = join(folder, 'conversation.db');
    const first = await openSqliteStore({ file });
    const session = await openSession({ store: first, id: 'a', agent: clerk(nothing) });
    expect((await session.run('write to Ada')).finalResponse).toBe(ANSWER);
    await first.close();

    const second = await openSqliteStore({ file });
    const reopened = await openSession({ store: second, id: 'a', agent: clerk(nothing) });
    const { status, messages, observations } = await reopened.state();
    expect(status).toBe('idle');
    expect(messages.map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'tool',
      'assistant',
      'tool',
      'tool',
      'assistant',
    ]);
    expect(observations.map(({ toolName }) => toolName)).toEqual(['look', 'send', 'note']);
    const asked: number[] = [];
    const model = clerkModel();
    const watching = clerk(nothing, {
      llmClient: {
        generate: (history, tools, options) => {
          asked.push(history.length);
          return model.generate(history, tools, options);
        },
      },
    });
    const third = await openSession({ store: second, id: 'a', agent: watching });
    await third.run('and to Bob');
    expect(asked[0]).toBe(1 + 7 + 1);
    await second.close();
  });

  it.each([false, true])(
    'returns the same events and result as an agent alone; streaming: %s',
    async (stream) => {
      const alone = await watch((config) => new Agent(config), stream);
      const kept = await watch((agent) => openSession({ store: createMemoryStore(), agent }), stream);
      expect(alone.events.map(({ type }) => type)).toContain(stream ? 'text-delta' : 'tool-result');
      expect(kept).toEqual(alone);
      expect(kept.result).toMatchObject({ status: 'completed', finalResponse: ANSWER, iteration: 3 });
      expect(kept.result.usage).toMatchObject({ inputTokens: 30, outputTokens: 9 });
    },
  );

  it('streams text and a result as an agent does, one reader at a time', async () => {
    const session = await openSession({ store: createMemoryStore(), agent: clerk(nothing) });
    const stream = session.runStream('write to Ada');
    let text = '';
    for await (const piece of stream.textStream) text += piece;
    expect(text).toBe(ANSWER);
    expect(await stream.result).toMatchObject({ status: 'completed', finalResponse: ANSWER });
    expect(() => stream[Symbol.asyncIterator]()).toThrow(expect.objectContaining({ code: 'USAGE' }));
    expect((await session.runStream('and to Bob').result).status).toBe('completed');
  });

  it('aborts the request to the model when the reader leaves meanwhile', async () => {
    let seen: AbortSignal | undefined;
    const llmClient: LLMProvider = {
      generate: () => Promise.reject(new Error('It streams.')),
      async *stream(_messages, _tools, { signal } = {}) {
        seen = signal;
        yield { type: 'text-delta', text: 'One' };
        await new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
      },
    };
    const store = createMemoryStore();
    const session = await openSession({ store, id: 'a', agent: clerk(nothing, { llmClient }) });
    const events = session.runStream('go')[Symbol.asyncIterator]();
    let step = await events.next();
    while (step.done !== true && step.value.type !== 'text-delta') step = await events.next();
    const next = events.next();
    await events.return?.();
    await next;
    expect(seen?.aborted).toBe(true);
    expect((await session.state()).status).toBe('idle');
  });

  it('records the result even if the reader leaves', async () => {
    const session = await openSession({ store: createMemoryStore(), agent: clerk(nothing) });
    const stream = session.runStream('write to Ada');
    for await (const { type } of stream) if (type === 'tool-result') break;
    expect(await stream.result).toMatchObject({ status: 'aborted', toolCalls: [{ name: 'look' }] });
    expect((await session.state()).status).toBe('idle');
  });

  it('refuses a second run during the first, and an agent with another name', async () => {
    const store = createMemoryStore();
    const session = await openSession({ store, id: 'a', agent: clerk(nothing) });
    const slow = session.runStream('write to Ada')[Symbol.asyncIterator]();
    await slow.next();
    await expect(session.run('me too')).rejects.toMatchObject({ code: 'SESSION_BUSY' });
    await expect(store.delete('a')).rejects.toMatchObject({ code: 'SESSION_BUSY' });
    await slow.return?.();
    expect((await session.state()).status).toBe('idle');
    const other = openSession({ store, id: 'a', agent: clerk(nothing, { name: 'other' }) });
    await expect(other).rejects.toMatchObject({ code: 'STALE_RUN' });
  });

  it('refuses a memory or handoffs of its agent, and refuses to resume a finished run', async () => {
    const store = createMemoryStore();
    const agent = { ...clerk(nothing), memory: [] };
    await expect(openSession({ store, agent })).rejects.toMatchObject({ code: 'INVALID_CONFIG' });
    const session = await openSession({ store, agent: clerk(nothing) });
    await expect(session.resume()).rejects.toMatchObject({ code: 'INVALID_RUN' });
  });

  it('keeps a failed run, and continues after it', async () => {
    const session = await openSession({
      store: createMemoryStore(),
      agent: clerk(nothing, {
        llmClient: {
          generate: async () => {
            throw new Error('out of order');
          },
        },
      }),
    });
    expect(await session.run('write')).toMatchObject({ status: 'error' });
    expect((await session.state()).status).toBe('idle');
  });

  it.each<[string, RunInput, object, string]>([
    ['an empty input', '', {}, 'INVALID_MESSAGE'],
    ['an unknown limit', 'hi', { budget: { tokns: 3 } }, 'INVALID_CONFIG'],
    ['a wrong image', 'hi', { images: ['not a url'] }, 'INVALID_MESSAGE'],
    ['an output that is no schema', 'hi', { output: 5 }, 'INVALID_CONFIG'],
    ['an input that is not JSON', [{ type: 'text', text: 5n as never }], {}, ''],
  ])('is usable after it has refused %s', async (_, input, options, code) => {
    const session = await openSession({ store: createMemoryStore(), agent: clerk(nothing) });
    const refused = session.run(input, options);
    await expect(refused).rejects.toMatchObject(code === '' ? {} : { code });
    expect(await session.state()).toMatchObject({ status: 'idle', messages: [] });
    expect(await session.run('write to Ada')).toMatchObject({ status: 'completed' });
  });

  it.each<[string, Partial<SessionAgent>]>([
    ['a limit', { maxIterations: 1, onLimit: 'throw' }],
    ['a failure', { llmClient: brokenModel(), onFailure: 'throw' }],
  ])('emits run-end before it throws for %s, as an agent does', async (_, settings) => {
    const config = clerk(nothing, settings);
    const alone = await readThrowing(new Agent(config).runStream('write'));
    const session = await openSession({ store: createMemoryStore(), agent: config });
    expect(await readThrowing(session.runStream('write'))).toEqual(alone);
    expect(alone.types.at(-1)).toBe('run-end');
    expect((await session.state()).status).toBe('idle');
  });

  it.each([
    ['', 'The id of a session is empty.'],
    ['ada\0evil', 'The id of a session contains the character NUL: "ada\\u0000evil".'],
    ['ada\ud800', 'The id of a session contains half of a surrogate pair: "ada\\ud800".'],
    ['a'.repeat(1001), 'The id of a session has 1001 characters, more than 1000.'],
    [5, 'The id of a session must be a string; got number.'],
  ])('refuses the id %j', async (id, message) => {
    const store = createMemoryStore();
    const opened = openSession({ store, id: id as string, agent: clerk(nothing) });
    await expect(opened).rejects.toMatchObject({ code: 'INVALID_CONFIG', message });
    expect(await store.list()).toEqual([]);
  });

  it('pauses for approval and is resumed by another process’s session', async () => {
    const store = createMemoryStore();
    const paid: unknown[] = [];
    const pay = (_: string, args: unknown): number => paid.push(args);
    const open = (): Promise<Session> => openSession({ store, id: 'a', agent: clerk(pay) });
    const first = await (await open()).run('pay Ada');
    expect(first).toMatchObject({ status: 'paused', paused: { pending: [{ name: 'pay' }] } });
    expect((await (await open()).state()).status).toBe('paused');
    // Without decisions, it returns the pending calls again.
    const again = await (await open()).resume();
    expect(again).toEqual(first);
    expect(again).toMatchObject({ iteration: 1, usage: { inputTokens: 10, outputTokens: 2 } });
    await expect((await open()).resume({ nobody: { approved: true } })).rejects.toMatchObject({
      code: 'USAGE',
    });
    expect(paid).toEqual([]);
    const callId = first.paused?.pending[0]?.callId ?? '';
    // A page decides by the id that it got for the approval.
    const chunks = await new Response(toUIStream((await open()).resumeStream(), 'ai-sdk')).text();
    const id = /"approvalId":"([^"]+)"/.exec(chunks)?.[1] ?? '';
    expect(id).not.toBe(callId);
    const done = await (await open()).resume({ [id]: { approved: true } });
    expect(done).toMatchObject({ status: 'completed', finalResponse: 'pay after pay', runId: first.runId });
    expect(paid).toEqual([{ to: 'pay' }]);
    expect((await (await open()).state()).messages).toHaveLength(4);
  });
});

describe('a store that fails at any record', () => {
  const TOTAL = 11;

  it.each([false, true])(
    'leaves a run that can be completed as if nothing had happened; streaming: %s',
    async (stream) => {
      const asked = { count: 0 };
      for (let failing = 1; failing <= TOTAL; failing++) {
        const sent: string[] = [];
        const inner = createMemoryStore();
        const agent = clerk((tool) => sent.push(tool), { llmClient: clerkModel(asked) });
        const first = await openSession({ store: failingStore(inner, failing), id: 'a', agent });
        await expect(first.run('write to Ada', { stream })).rejects.toThrow('disk full');

        const session = await openSession({ store: inner, id: 'a', agent });
        const { status } = await session.state();
        if (status === 'idle') expect(failing).toBe(1);
        let result = await (status === 'idle' ? session.run('write to Ada', { stream }) : session.resume());
        if (result.status === 'paused') {
          const pending = result.paused?.pending ?? [];
          expect(pending).toMatchObject([{ name: 'send', interrupted: true }]);
          expect(result).toMatchObject({ iteration: 2, usage: { inputTokens: 20, outputTokens: 4 } });
          const callId = pending[0]?.callId ?? '';
          await expect(session.resume({})).rejects.toMatchObject({ code: 'USAGE' });
          // A person would have to find out whether it took effect.
          const took = sent.includes('send');
          result = await session.resume({
            [callId]: took ? { approved: false, reason: 'it was sent' } : { approved: true },
          });
          if (took) expect(result.finalResponse).toContain('it was sent');
        } else expect(result.finalResponse).toBe(ANSWER);
        expect(result.status).toBe('completed');
        expect(sent.filter((tool) => tool === 'send')).toHaveLength(1);
        expect((await session.state()).messages).toHaveLength(7);
      }
    },
  );

  it('asks the model again only for replies that are not recorded', async () => {
    const asked = { count: 0 };
    const inner = createMemoryStore();
    const agent = clerk(nothing, { llmClient: clerkModel(asked) });
    // The record after the last reply.
    const session = await openSession({ store: failingStore(inner, TOTAL), id: 'a', agent });
    await expect(session.run('write to Ada')).rejects.toThrow('disk full');
    expect(asked.count).toBe(3);
    const again = await openSession({ store: inner, id: 'a', agent });
    expect(await again.resume()).toMatchObject({ finalResponse: ANSWER, iteration: 3 });
    expect(asked.count).toBe(3);
  });
});

// H6
describe('a session whose model is a fallback', () => {
  /** The first model is down when it is asked the second time. */
  function withFallback(asked: { count: number }): LLMProvider {
    const { generate, stream } = clerkModel(asked);
    let requests = 0;
    const first: LLMProvider = {
      provider: 'test',
      model: 'first',
      generate: async (messages, tools, options) => {
        requests += 1;
        if (requests > 1) throw new ToolwrightError('RATE_LIMIT', 'Down.', { blame: 'provider' });
        return generate(messages, tools, options);
      },
    };
    const second = { provider: 'test', model: 'second', generate, ...(stream && { stream }) };
    return fallbackClient([first, second]);
  }

  const models = [
    { provider: 'test', model: 'first', requests: 1, usage: { inputTokens: 10, outputTokens: 2 }, cost: 1 },
    { provider: 'test', model: 'second', requests: 2, usage: { inputTokens: 20, outputTokens: 7 }, cost: 20 },
  ];
  const price: SessionAgent['price'] = (_, { model }) => (model === 'first' ? 1 : 10);

  it.each([false, true])('replays the models that answered; streaming: %s', async (stream) => {
    const asked = { count: 0 };
    const inner = createMemoryStore();
    const agentFor = (): SessionAgent => clerk(nothing, { llmClient: withFallback(asked), price });
    // The record after the last reply.
    const cut = await openSession({ store: failingStore(inner, 11), id: 'a', agent: agentFor() });
    await expect(cut.run('write to Ada', { stream })).rejects.toThrow('disk full');
    const result = await (await openSession({ store: inner, id: 'a', agent: agentFor() })).resume();
    expect(result).toMatchObject({ finalResponse: ANSWER, models, cost: 21 });
    expect(asked.count).toBe(3);
  });

  it('tells a waiting run’s use of the models to another process', async () => {
    const store = createMemoryStore();
    const agentFor = (): SessionAgent => clerk(nothing, { llmClient: withFallback({ count: 0 }) });
    const paused = await (await openSession({ store, id: 'a', agent: agentFor() })).run('pay Ada');
    expect(paused.models).toHaveLength(1);
    expect(await (await openSession({ store, id: 'a', agent: agentFor() })).resume()).toEqual(paused);
  });
});

function brokenModel(): LLMProvider {
  return {
    generate: async () => {
      throw new Error('out of order');
    },
  };
}

async function readThrowing(stream: RunStream): Promise<{ types: string[]; code: unknown }> {
  const types: string[] = [];
  try {
    for await (const { type } of stream) types.push(type);
  } catch (error) {
    await expect(stream.result).rejects.toBe(error);
    return { types, code: (error as ToolwrightError).code };
  }
  throw new Error('The run did not throw');
}

/** The events and the result of a run, as its logger or its reader sees them, without ids and times that differ from run to run. */
async function watch(
  open: (config: SessionAgent) => Agent | Promise<Session>,
  stream: boolean,
): Promise<{ events: AgentEvent[]; result: RunResult }> {
  const events: AgentEvent[] = [];
  const logger = { log: (event: AgentEvent) => void (stream || events.push(event)) };
  const runner = await open(clerk(nothing, { logger }));
  let result: RunResult;
  if (stream) {
    const run = runner.runStream('write to Ada');
    for await (const event of run) events.push(event);
    result = await run.result;
  } else result = await runner.run('write to Ada');
  const ids = new Map<unknown, string>();
  return JSON.parse(
    JSON.stringify({ events, result }, (key, value) => {
      if (key === 'durationMs') return 0;
      if (!['id', 'callId', 'runId', 'tool_call_id'].includes(key)) return value;
      if (!ids.has(value)) ids.set(value, `id ${ids.size}`);
      return ids.get(value);
    }),
  );
}
