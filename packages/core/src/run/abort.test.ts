import { getEventListeners } from 'node:events';
import type { AgentEvent, LLMProvider, RunResult } from '@toolwright/contract';
import { type ScriptStep, scriptedModel } from '@toolwright/llm/testing';
import { Agent } from '../agent/agent.js';
import type { AgentConfig } from '../agent/agent-config.js';
import { stubTools } from '../calls/stub-tools.test.support.js';
import { collect, outline, unpaired } from './collect.test.support.js';

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

const steps: readonly ScriptStep[] = [
  {
    text: 'Let me look.',
    toolCalls: [
      { id: 'a', name: 'look' },
      { id: 'b', name: 'hurry' },
    ],
  },
  { toolCalls: [{ id: 'c', name: 'look' }] },
  'Seen it all.',
];

function newAgent(config: Partial<AgentConfig> = {}): Agent {
  const toolRegistry = stubTools({
    look: async (_, { onProgress }) => {
      onProgress(1);
      await sleep(1);
      return 'seen';
    },
    hurry: () => 'hurried',
  });
  return new Agent({ llmClient: scriptedModel(steps), toolRegistry, systemPrompt: 'Look.', ...config });
}

const complete = await collect(newAgent().runStream('go'));

function expectIntact(agent: Agent, result: RunResult): void {
  expect(agent.memory.slice(1)).toEqual(result.messages);
  expect(agent.memory[0]).toEqual({ role: 'system', content: 'Look.' });
  expect(unpaired(agent.memory)).toEqual([]);
}

describe('an abort', () => {
  it.each(complete.map((event, index) => [index, event.type] as const))(
    'at event %i (%s) ends the run and leaves a valid memory',
    async (index) => {
      const agent = newAgent();
      const controller = new AbortController();
      const stream = agent.runStream('go', { signal: controller.signal });
      const events: AgentEvent[] = [];
      for await (const event of stream) {
        events.push(event);
        if (events.length === index + 1) controller.abort();
      }
      const result = await stream.result;
      const answered = complete[index]?.type === 'run-end' || isAnswer(complete[index]);
      expect(result.status).toBe(answered ? 'completed' : 'aborted');
      expect(events.at(-1)).toEqual({ type: 'run-end', result });
      expectIntact(agent, result);
      const called = events.filter((event) => event.type === 'tool-call').length;
      const returned = events.filter((event) => event.type === 'tool-result').length;
      expect(returned === called || returned === result.toolCalls.length).toBe(true);
    },
  );

  it.each(complete.map((event, index) => [index, event.type] as const))(
    'by a reader that leaves at event %i (%s) does the same',
    async (index) => {
      const logged: AgentEvent[] = [];
      const agent = newAgent({ logger: { log: (event) => logged.push(event) } });
      const stream = agent.runStream('go');
      let seen = 0;
      for await (const event of stream) {
        if (seen++ === index) break;
        void event;
      }
      const result = await stream.result;
      const answered = complete[index]?.type === 'run-end';
      expect(result.status).toBe(answered || isAnswer(complete[index]) ? 'completed' : 'aborted');
      expect(logged.filter((event) => event.type === 'run-end')).toEqual([{ type: 'run-end', result }]);
      expectIntact(agent, result);
    },
  );

  it.each([0, 1, 2, 3, 5, 8, 13, 21, 34, 55])(
    'after %i ticks ends the run and leaves a valid memory',
    async (ticks) => {
      const agent = newAgent();
      const controller = new AbortController();
      const running = agent.run('go', { signal: controller.signal });
      for (let tick = 0; tick < ticks; tick++) await Promise.resolve();
      controller.abort();
      const result = await running;
      expect(['aborted', 'completed']).toContain(result.status);
      expectIntact(agent, result);
    },
  );

  it('before the run prevents the first request', async () => {
    const llmClient = scriptedModel(steps);
    const agent = newAgent({ llmClient });
    const result = await agent.run('go', { signal: AbortSignal.abort() });
    expect(result).toMatchObject({ status: 'aborted', iteration: 0, errors: [] });
    expect(llmClient.requests).toEqual([]);
    expectIntact(agent, result);
  });

  it('throws with onFailure: throw, with the reason as its cause', async () => {
    const reason = new Error('the user left');
    const running = newAgent({ onFailure: 'throw' }).run('go', { signal: AbortSignal.abort(reason) });
    await expect(running).rejects.toMatchObject({ code: 'ABORTED', blame: 'user', cause: reason });
  });

  it('reaches the request to the model and leaves no listener behind', async () => {
    const controller = new AbortController();
    let seen: AbortSignal | undefined;
    const llmClient: LLMProvider = {
      generate: (_messages, _tools, { signal }) =>
        new Promise((_, reject) => {
          seen = signal;
          signal?.addEventListener('abort', () => reject(signal.reason));
          setImmediate(() => controller.abort('enough'));
        }),
    };
    const result = await newAgent({ llmClient }).run('go', { signal: controller.signal });
    expect(result).toMatchObject({ status: 'aborted', errors: [] });
    expect(seen?.reason).toBe('enough');
    expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
  });

  it('ends any number of runs that share a signal, with one listener on it', async () => {
    const controller = new AbortController();
    const { signal } = controller;
    let asked = 0;
    const llmClient: LLMProvider = {
      generate: () => {
        asked += 1;
        return new Promise(() => {});
      },
    };
    const running = Array.from({ length: 20 }, () => newAgent({ llmClient }).run('go', { signal }));
    while (asked < 20) await sleep(1);
    expect(getEventListeners(signal, 'abort')).toHaveLength(1);
    controller.abort();
    expect(new Set((await Promise.all(running)).map(({ status }) => status))).toEqual(new Set(['aborted']));
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('reaches every running tool, and does not wait for those that ignore it', async () => {
    const controller = new AbortController();
    const reached: string[] = [];
    const toolRegistry = stubTools({
      look: (_, { signal, callId }) => {
        signal.addEventListener('abort', () => reached.push(callId));
        return new Promise(() => {});
      },
      hurry: () => {
        setImmediate(() => controller.abort());
        return 'hurried';
      },
    });
    const agent = newAgent({ toolRegistry });
    const result = await agent.run('go', { signal: controller.signal });
    expect(reached).toEqual(['a']);
    expect(result.status).toBe('aborted');
    expect(result.toolCalls.map(({ outcome }) => outcome.error)).toEqual([
      'The run was aborted before this call was finished.',
      null,
    ]);
    expectIntact(agent, result);
    expect(agent.memory.at(-1)).toMatchObject({ role: 'tool', content: 'hurried' });
  });

  it.each(['generate', 'stream'])('does not wait for a model that ignores it: %s', async (way) => {
    const controller = new AbortController();
    const hang = new Promise<never>(() => {});
    const llmClient: LLMProvider = {
      generate: () => {
        setImmediate(() => controller.abort());
        return hang;
      },
      async *stream() {
        yield { type: 'text-delta', text: 'Let' };
        setImmediate(() => controller.abort());
        await hang;
      },
    };
    const agent = newAgent({ llmClient });
    const result = await agent.run('go', { signal: controller.signal, stream: way === 'stream' });
    expect(result.status).toBe('aborted');
    expectIntact(agent, result);
  });

  it('discards the later output of a model that continues', async () => {
    const controller = new AbortController();
    let proceed = (): void => {};
    let close = (): void => {};
    const waiting = new Promise<void>((resolve) => {
      proceed = resolve;
    });
    const closed = new Promise<void>((resolve) => {
      close = resolve;
    });
    const llmClient: LLMProvider = {
      generate: () => Promise.reject(new Error('not asked')),
      async *stream() {
        try {
          yield { type: 'text-delta', text: 'early' };
          await waiting;
          yield { type: 'text-delta', text: 'late' };
          yield { type: 'finish', finishReason: 'stop' };
        } finally {
          close();
        }
      },
    };
    const agent = newAgent({ llmClient });
    const events: AgentEvent[] = [];
    for await (const event of agent.runStream('go', { signal: controller.signal })) {
      events.push(event);
      if (event.type === 'text-delta') controller.abort();
    }
    proceed();
    await closed;
    expect(outline(events)).toEqual(['run-start', 'message user', 'llm-call', 'text-delta', 'run-end']);
    expect(agent.memory).toHaveLength(2);
  });

  it('of one run does not affect the others', async () => {
    const byInput = scriptedModel.byInput((input) => [
      { toolCalls: [{ name: 'look' }] },
      `answer to ${input}`,
    ]);
    const agent = newAgent({ llmClient: byInput });
    const controller = new AbortController();
    const runs = ['1', '2', '3'].map((input) =>
      agent.run(input, input === '2' ? { signal: controller.signal } : {}),
    );
    controller.abort();
    const results = await Promise.all(runs);
    expect(results.map((result) => result.status)).toEqual(['completed', 'aborted', 'completed']);
    expect(unpaired(agent.memory)).toEqual([]);
  });
});

function isAnswer(event: AgentEvent | undefined): boolean {
  return (
    event?.type === 'message' && event.message.role === 'assistant' && event.message.tool_calls === undefined
  );
}
