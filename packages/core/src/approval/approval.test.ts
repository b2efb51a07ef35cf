import type { ScriptStep } from '@toolwright/llm/testing';
import type { Agent } from '../agent/agent.js';
import { stubTools } from '../calls/stub-tools.test.support.js';
import { wordings } from '../protocols/wording.test.support.js';
import { collect, outline, unpaired } from '../run/collect.test.support.js';
import { agentFor, annotations, erase, pausedOf, tools } from './eraser.test.support.js';

describe.each(wordings)(
  'in the protocol $protocol, a call that needs approval',
  ({ protocol, calls, answer }) => {
    it('pauses the run and is executed after its approval, and the run continues', async () => {
      const { agent, toolRegistry } = agentFor(
        [calls({ name: 'look' }, { name: 'erase', arguments: { path: 'a.txt' } }), answer('Erased.')],
        { protocol, systemPrompt: 'Go.' },
      );
      const first = await agent.run('Erase it.');
      expect(first).toMatchObject({ status: 'paused', finalResponse: '', errors: [] });
      expect(toolRegistry.executed).toEqual([]);
      expect(agent.memory).toHaveLength(1);
      const paused = pausedOf(first);
      expect(paused.pending).toMatchObject([{ name: 'erase', arguments: '{"path":"a.txt"}' }]);

      const id = paused.pending[0]?.callId ?? '';
      const result = await agent.resume(paused, { [id]: { approved: true } });
      expect(result).toMatchObject({ status: 'completed', finalResponse: 'Erased.', runId: first.runId });
      expect(toolRegistry.executed.map(({ name }) => name)).toEqual(['look', 'erase']);
      expect(agent.memory.slice(1)).toEqual(result.messages);
      expect(unpaired(agent.memory)).toEqual([]);
    });
  },
);

describe('a decision', () => {
  async function decide(decision: Parameters<Agent['resume']>[1][string], toolRegistry = tools()) {
    const { agent } = agentFor([erase, 'Over.'], { toolRegistry });
    const result = await agent.resume(pausedOf(await agent.run('go')), { e: decision });
    return { result, executed: toolRegistry.executed, answer: result.messages[2]?.content };
  }

  it('that approves executes the call', async () => {
    expect(await decide({ approved: true })).toMatchObject({
      answer: 'erased a.txt',
      executed: [{ name: 'erase' }],
    });
  });

  it('that denies tells the model the reason', async () => {
    const { answer, executed, result } = await decide({ approved: false, reason: 'it is the only copy' });
    expect(executed).toEqual([]);
    expect(answer).toBe('Tool error: A person has denied this call: it is the only copy');
    expect(result.status).toBe('completed');
    expect((await decide({ approved: false })).answer).toBe('Tool error: A person has denied this call.');
  });

  it('may change the arguments, and tells the model so', async () => {
    const { answer, executed, result } = await decide({ approved: true, arguments: { path: 'b.txt' } });
    expect(executed).toEqual([{ name: 'erase', args: { path: 'b.txt' } }]);
    expect(answer).toBe('A person has changed the arguments to {"path":"b.txt"}.\nerased b.txt');
    expect(result.toolCalls).toMatchObject([{ arguments: '{"path":"b.txt"}' }]);
    expect(result.messages[1]).toMatchObject({
      tool_calls: [{ function: { arguments: '{"path":"a.txt"}' } }],
    });
  });

  it('reports a failing tool to the model', async () => {
    const failing = tools(() => {
      throw 'locked';
    });
    expect((await decide({ approved: true }, failing)).answer).toBe('Tool error: locked');
  });

  it('is required for each pending call, and for no other', async () => {
    const both: ScriptStep = {
      toolCalls: [
        { id: 'e', name: 'erase' },
        { id: 'f', name: 'erase' },
        { id: 'l', name: 'look' },
      ],
    };
    const { agent } = agentFor([both]);
    const paused = pausedOf(await agent.run('go'));
    expect(paused.pending.map(({ callId }) => callId)).toEqual(['e', 'f']);
    const yes = { approved: true } as const;
    await expect(agent.resume(paused, { e: yes })).rejects.toMatchObject({
      code: 'USAGE',
      message: 'There is no decision about f.',
      hint: expect.stringContaining('e, f'),
    });
    await expect(agent.resume(paused, { e: yes, f: yes, l: yes })).rejects.toThrow(
      'No call with the id l is waiting',
    );
    // Decisions from plain JavaScript can be anything.
    const wrong = { e: 'yes', f: yes } as never;
    await expect(agent.resume(paused, wrong)).rejects.toThrow('There is no decision about e.');
  });
});

describe('a paused run', () => {
  it('is reported by an event before anything in the step is executed', async () => {
    const { agent } = agentFor([erase, 'Over.']);
    const stream = agent.runStream('go');
    const events = await collect(stream);
    expect(outline(events)).toEqual([
      ...['run-start', 'message user', 'llm-call', 'message assistant', 'approval-request', 'run-end'],
    ]);
    expect(events.at(-2)).toEqual({
      type: 'approval-request',
      calls: [{ callId: 'e', name: 'erase', arguments: '{"path":"a.txt"}' }],
    });
    const resumed = await collect(
      agent.resumeStream(pausedOf(await stream.result), { e: { approved: true } }),
    );
    expect(outline(resumed)).toEqual([
      ...[
        'run-start',
        'tool-call',
        'tool-result',
        'message tool',
        'llm-call',
        'text-delta',
        'message assistant',
      ],
      'run-end',
    ]);
    expect(resumed[0]).toMatchObject({ input: 'go' });
  });

  it('may pause again', async () => {
    const { agent, toolRegistry } = agentFor([erase, erase, 'Over.']);
    const first = pausedOf(await agent.run('go'));
    const second = pausedOf(await agent.resume(first, { e: { approved: true } }));
    const [pending] = second.pending;
    expect(pending?.callId).not.toBe('e');
    const result = await agent.resume(second, { [pending?.callId ?? '']: { approved: false } });
    expect(result).toMatchObject({ status: 'completed', iteration: 3 });
    expect(toolRegistry.executed).toHaveLength(1);
    expect(agent.memory).toHaveLength(6);
  });

  it('can be resumed twice, because it is immutable', async () => {
    const { agent } = agentFor([erase, 'One.', 'Two.']);
    const paused = (await agent.run('go')).paused;
    const one = await agent.resume(paused, { e: { approved: true } });
    const two = await agent.resume(paused, { e: { approved: false } });
    expect([one.finalResponse, two.finalResponse]).toEqual(['One.', 'Two.']);
    expect(two.messages).toHaveLength(4);
  });

  it('adds its messages to the memory as one block at its end, after those of other runs', async () => {
    const { agent } = agentFor([erase, 'Hello.', 'Over.']);
    const paused = pausedOf(await agent.run('first'));
    await agent.run('second');
    await agent.resume(paused, { e: { approved: true } });
    expect(agent.memory.map(({ role, content }) => (role === 'user' ? content : role))).toEqual([
      ...['second', 'assistant', 'first', 'assistant', 'tool', 'assistant'],
    ]);
    expect(agent.observations().map(({ type }) => type)).toEqual(['tool']);
  });

  it('keeps its conversation, which may be longer than the memory of the resuming agent', async () => {
    const history = [
      { role: 'user', content: 'I am Ada.' } as const,
      { role: 'assistant', content: 'Hi.' } as const,
    ];
    const { agent } = agentFor([erase], { memory: history });
    const paused = pausedOf(await agent.run('go'));
    const other = agentFor(['Over.']);
    const result = await other.agent.resume(paused, { e: { approved: true } });
    expect(other.llmClient.requests[0]?.messages[0]?.content).toBe('I am Ada.');
    expect(other.agent.memory).toEqual(result.messages);
    expect(result.messages[0]?.content).toBe('go');
  });

  it('keeps limits, counts and state', async () => {
    const toolRegistry = stubTools(
      {
        note: (_, { state }) =>
          state.set('draft', { n: 1 }).set('when', new Date(0)).set('circle', state) && 'noted',
        erase: (_, { state }) => JSON.stringify([...state]),
      },
      annotations,
    );
    const usage = { inputTokens: 10, outputTokens: 5 };
    const steps = [
      { toolCalls: [{ name: 'note' }], usage },
      { ...erase, usage },
      { ...erase, usage },
    ];
    const { agent } = agentFor(steps, {
      toolRegistry,
      budget: { toolCalls: 2, tokens: 40 },
      price: () => 0.5,
    });
    const stream = agent.runStream('go');
    const warnings = (await collect(stream)).flatMap((event) =>
      event.type === 'warning' ? [event.message] : [],
    );
    expect(warnings).toEqual([
      "The run's state contains values that are not JSON and will be lost when it is resumed: when, circle.",
    ]);
    const second = await agent.resume(pausedOf(await stream.result), { e: { approved: true } });
    expect(second.messages[4]?.content).toBe('[["draft",{"n":1}]]');
    expect(second).toMatchObject({
      status: 'paused',
      usage: { inputTokens: 30, outputTokens: 15 },
      cost: 1.5,
    });
    const last = second.paused?.pending[0]?.callId ?? '';
    const third = await agent.resume(second.paused, { [last]: { approved: true } });
    expect(third).toMatchObject({ status: 'limit', limit: 'tool-calls' });
  });

  it('counts its time without the pause', async () => {
    let clock = 1_000;
    const runtime = { now: () => clock };
    const slow: ScriptStep = () => {
      clock += 99_900;
      return erase;
    };
    const { agent } = agentFor([slow, { text: 'x', delayMs: 200_000 }], {
      budget: { timeMs: 100_000 },
      runtime,
    });
    const paused = pausedOf(await agent.run('go'));
    expect(paused.data.elapsedMs).toBe(99_900);
    clock += 1_000_000_000;
    // 100 of 100,000 ms are left; on a busy machine more pass.
    const begun = performance.now();
    expect(await agent.resume(paused, { e: { approved: true } })).toMatchObject({ limit: 'time' });
    expect(performance.now() - begun).toBeLessThan(90_000);
  });

  it('remembers successful calls', async () => {
    const look: ScriptStep = { toolCalls: [{ name: 'look', arguments: { n: 1 } }] };
    const toolRegistry = stubTools(
      { look: () => 'seen', send: () => 'sent' },
      { send: { needsApproval: true } },
    );
    const send: ScriptStep = { toolCalls: [{ id: 'e', name: 'send' }] };
    const { agent } = agentFor([look, send, look, 'Over.'], { toolRegistry, dedupe: 'per-run' });
    await agent.resume(pausedOf(await agent.run('go')), { e: { approved: true } });
    expect(toolRegistry.executed.map(({ name }) => name)).toEqual(['look', 'send']);
  });

  it('can be serialized even if a tool returned something other than JSON', async () => {
    const circle: Record<string, unknown> = {};
    circle.self = circle;
    const toolRegistry = stubTools({ look: () => circle, erase: () => 'erased' }, annotations);
    const { agent } = agentFor([{ toolCalls: [{ name: 'look' }] }, erase, 'Over.'], { toolRegistry });
    const result = await agent.resume(pausedOf(await agent.run('go')), { e: { approved: true } });
    expect(result.toolCalls[0]?.outcome.error).toMatch(/^The result cannot be written as JSON/);
  });

  it('can be aborted after it was resumed', async () => {
    const { agent } = agentFor([erase]);
    const paused = pausedOf(await agent.run('go'));
    const result = await agent.resume(paused, { e: { approved: true } }, { signal: AbortSignal.abort() });
    expect(result).toMatchObject({ status: 'aborted', toolCalls: [] });
    expect(agent.memory).toEqual([{ role: 'user', content: 'go' }]);
  });
});
