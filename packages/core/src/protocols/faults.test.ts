import { type AgentEvent, type LLMProvider, ToolwrightError } from '@toolwright/contract';
import type { ScriptReply, ScriptStep } from '@toolwright/llm/testing';
import type { Agent } from '../agent/agent.js';
import { collect, unpaired } from '../run/collect.test.support.js';
import { agentsOf, textOf } from './conversation.test.support.js';
import { wordings } from './wording.test.support.js';

describe.each(wordings)('in the protocol $protocol', (wording) => {
  const { calls, answer, failure } = wording;
  const agentFor = agentsOf(wording);
  const steps: readonly ScriptReply[] = [
    calls({ name: 'add', arguments: { a: 1, b: 2 } }, { name: 'shout' }, { name: 'nothing' }),
    calls({ name: 'divide' }, { name: 'circle' }),
    answer('Done.'),
  ];

  function expectIntact(agent: Agent, messages: unknown): void {
    expect(agent.memory[0]).toEqual({ role: 'system', content: 'Be brief.' });
    expect(agent.memory.slice(1)).toEqual(messages);
    expect(unpaired(agent.memory)).toEqual([]);
  }

  // A7, B7, D8
  it.each([
    ['divide', 'division by zero'],
    ['shout', 'no air'],
  ])('an error of a tool is reported to the model: %s', async (name, message) => {
    const { agent, llmClient } = agentFor([calls({ name }), answer('It failed.')]);
    const result = await agent.run('go');
    expect(result).toMatchObject({ status: 'completed', finalResponse: 'It failed.', errors: [] });
    expect(result.messages[2]).toMatchObject({ role: 'tool', content: failure(name, message) });
    expect(textOf(llmClient.requests[1]?.messages.slice(-1))).toContain(failure(name, message));
    expect(agent.observations({ type: 'error' })).toMatchObject([{ toolName: name }]);
  });

  // A7
  it('a call of an unknown tool gets an error with the available names', async () => {
    const { agent } = agentFor([calls({ name: 'subtract' }), answer('I cannot.')]);
    const { messages, status } = await agent.run('go');
    expect(status).toBe('completed');
    expect(messages[2]?.content).toMatch(/'subtract'.* add/);
  });

  // A7
  it('arguments other than an object cause an error and leave a valid history', async () => {
    const { agent, toolRegistry } = agentFor([calls({ name: 'add', arguments: '[1, 2]' }), answer('Sorry.')]);
    const { messages, status, toolCalls } = await agent.run('go');
    expect(status).toBe('completed');
    expect(toolRegistry.executed).toEqual([]);
    expect(toolCalls[0]?.arguments).toBe('[1, 2]');
    expect(messages[1]).toMatchObject({ tool_calls: [{ function: { arguments: '{}' } }] });
  });

  it.each([
    ['nothing', /^null$/],
    ['circle', /The result cannot be written as JSON/],
    ['flood', /^x{2000000}$/],
    ['hang', /No answer within 20 ms/],
  ])('any result of a tool is answered: %s', async (name, expected) => {
    const { agent } = agentFor([calls({ name }), answer('Well.')], { toolTimeoutMs: 20 });
    const result = await agent.run('go');
    expect(result).toMatchObject({ status: 'completed', finalResponse: 'Well.' });
    expect(result.messages[2]?.content).toMatch(expected);
    expect(unpaired(agent.memory)).toEqual([]);
  });

  it.each(['stop', 'throw', 'force-answer'] as const)(
    'any event may be the last: abort, onLimit %s',
    async (onLimit) => {
      const steps = [
        calls({ name: 'add' }, { name: 'forecast' }),
        calls({ name: 'divide' }),
        answer('Done.'),
      ];
      const count = (await collect(agentFor(steps, { onLimit }).agent.runStream('go'))).length;
      for (let index = 0; index < count; index++) {
        const { agent } = agentFor(steps, { onLimit });
        const controller = new AbortController();
        const stream = agent.runStream('go', { signal: controller.signal });
        let seen = 0;
        for await (const event of stream) if (seen++ === index && event) controller.abort();
        const result = await stream.result;
        expect(['aborted', 'completed']).toContain(result.status);
        expect(unpaired(agent.memory)).toEqual([]);
        expect(agent.memory.slice(1)).toEqual(result.messages);
      }
    },
  );

  it('any event may be the last: the reader leaves', async () => {
    const count = (await collect(agentFor(steps).agent.runStream('go'))).length;
    for (let index = 0; index < count; index++) {
      const logged: AgentEvent['type'][] = [];
      const { agent } = agentFor(steps, { logger: { log: ({ type }) => logged.push(type) } });
      const stream = agent.runStream('go');
      let seen = 0;
      for await (const _ of stream) if (seen++ === index) break;
      const result = await stream.result;
      expect(['aborted', 'completed']).toContain(result.status);
      expect(logged.filter((type) => type === 'run-end')).toHaveLength(1);
      expectIntact(agent, result.messages);
    }
  });

  it('an abort may come at any tick', async () => {
    for (let ticks = 0; ticks < 100; ticks += 1) {
      const { agent } = agentFor(steps);
      const controller = new AbortController();
      const running = agent.run('go', { signal: controller.signal, stream: ticks % 2 === 0 });
      for (let tick = 0; tick < ticks; tick++) await Promise.resolve();
      controller.abort();
      const result = await running;
      expect(['aborted', 'completed']).toContain(result.status);
      expectIntact(agent, result.messages);
    }
  });

  it('a listener that throws at every event has no effect', async () => {
    const quiet = await agentFor(steps).agent.run('go');
    const logger = {
      log: () => {
        throw new Error('disk full');
      },
    };
    const { agent } = agentFor(steps, { logger });
    const stream = agent.runStream('go');
    const warnings = (await collect(stream)).filter(({ type }) => type === 'warning');
    const result = await stream.result;
    expect(warnings).toHaveLength(1);
    expect(result.messages.map(({ role }) => role)).toEqual(quiet.messages.map(({ role }) => role));
    expect(result.finalResponse).toBe('Done.');
  });

  it.each([0, 1, 2])(
    'a model that fails at step %i or within it keeps all earlier steps',
    async (failing) => {
      const error = new ToolwrightError('NETWORK', 'The connection broke.', { blame: 'provider' });
      const whole = steps[failing]?.text ?? '';
      const cut: ScriptReply[] = [0, 0.3, 0.6, 1].map((share) => ({
        text: whole.slice(0, Math.floor(whole.length * share)),
        error,
      }));
      for (const broken of cut) {
        for (const stream of [true, false]) {
          const script: ScriptStep[] = [...steps.slice(0, failing), broken, ...steps.slice(failing)];
          const { agent, llmClient } = agentFor(script);
          const result = await agent.run('go', { stream });
          expect(result).toMatchObject({
            status: 'error',
            errors: ['The connection broke.'],
            errorCode: 'NETWORK',
          });
          expect(result.iteration).toBe(failing + 1);
          expectIntact(agent, result.messages);
          expect(agent.memory.filter(({ role }) => role === 'tool')).toHaveLength([0, 3, 5][failing] ?? -1);
          expect(await agent.run('Again.')).toMatchObject({ status: 'completed', finalResponse: 'Done.' });
          llmClient.assertDone();
        }
      }
    },
  );

  it('a model that never answers ends with the run, and so does one that returns nonsense', async () => {
    const hanging: LLMProvider = { generate: () => new Promise(() => {}) };
    const { agent } = agentFor([], { llmClient: hanging, budget: { timeMs: 20 } });
    expect(await agent.run('go')).toMatchObject({ status: 'limit', limit: 'time' });
    for (const reply of [undefined, null, 5, {}, { content: 7, toolCalls: 'x' }]) {
      // A provider in plain JavaScript may return anything.
      const odd: LLMProvider = { generate: async () => reply as never };
      const result = await agentFor([], { llmClient: odd }).agent.run('go');
      expect(['error', 'completed']).toContain(result.status);
    }
  });
});
