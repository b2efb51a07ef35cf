import type { JsonObject, JsonSchema, JsonValue, ToolAnnotations, ToolSource } from '@toolwright/contract';
import { canonicalHash } from '@toolwright/json';
import type { AgentConfig } from '../agent/agent-config.js';
import { agentFor, annotations, erase, pausedOf } from '../approval/eraser.test.support.js';
import { stubTools } from '../calls/stub-tools.test.support.js';

describe('resuming', () => {
  async function pausedBy(config: Partial<AgentConfig> = {}) {
    return pausedOf(await agentFor([erase], config).agent.run('go'));
  }
  const yes = { e: { approved: true } } as const;

  it('with another set of tools is refused, with the differences', async () => {
    const paused = await pausedBy();
    const changed = stubTools({ peek: () => 1, erase: () => 2 }, { erase: { openWorld: true } });
    const { agent } = agentFor(['x'], { toolRegistry: changed });
    await expect(agent.resume(paused, yes)).rejects.toMatchObject({
      code: 'STALE_RUN',
      message:
        'The tools have changed since the run was paused; gone: look; new: peek; changed: erase. ' +
        "The call 'e' no longer fits: 'erase' has changed: " +
        '/annotations/needsApproval: `needsApproval` was true and is not set; ' +
        '/annotations/openWorld: `openWorld` was not set and is true.',
    });
    expect(() => agent.resumeStream(paused, yes)).toThrow('The tools have changed since the run was paused');
    expect(changed.executed).toEqual([]);
  });

  // F6
  it('goes on with other tools beside those of the calls it holds, and if these take the same arguments', async () => {
    const paused = await pausedBy();
    const spec = (properties: Record<string, JsonSchema>, annotations: ToolAnnotations): ToolSource => {
      const executed = stubTools({ erase: () => 'erased', peek: () => 1 }, { erase: annotations });
      const specs = executed.listTools().map((tool) => ({
        ...tool,
        ...(tool.name === 'erase' && {
          parameters: { type: 'object' as const, properties, required: ['path'] },
        }),
      }));
      return { ...executed, listTools: () => specs };
    };
    const resumed = (tools: ToolSource) =>
      agentFor(['Done.'], { toolRegistry: tools }).agent.resume(paused, yes);
    const text = { type: 'string' } as const;
    const wider = spec({ path: text, force: { type: 'boolean' } }, annotations.erase);
    expect(await resumed(wider)).toMatchObject({
      status: 'completed',
      toolCalls: [{ outcome: { result: 'erased' } }],
    });
    const stale = { code: 'STALE_RUN', message: expect.stringContaining('changed: erase') };
    await expect(resumed(spec({ path: { type: 'integer' } }, annotations.erase))).rejects.toMatchObject(
      stale,
    );
    const worse = { ...annotations.erase, openWorld: true };
    await expect(resumed(spec({ path: text }, worse))).rejects.toMatchObject(stale);
    // It destroys nothing any more, and still asks.
    const better = await resumed(spec({ path: text }, { needsApproval: true, tags: ['files'] }));
    expect(better.status).toBe('completed');
    // Earlier versions have recorded hashes of the annotations, or nothing.
    const { data, ...unsigned } = await pausedBy({ approvalKey: false });
    const hashed = { ...data, held: { erase: canonicalHash({ annotations: annotations.erase }) } };
    const old = agentFor(['Done.'], { toolRegistry: wider, approvalKey: false }).agent;
    expect((await old.resume({ ...unsigned, data: hashed }, yes)).status).toBe('completed');
    const { held: _, ...older } = data;
    const { agent } = agentFor([], { toolRegistry: wider, approvalKey: false });
    await expect(agent.resume({ ...unsigned, data: older }, yes)).rejects.toMatchObject(stale);
  });

  it('with another agent is refused', async () => {
    const paused = await pausedBy({ name: 'clerk' });
    await expect(agentFor([], { name: 'chef' }).agent.resume(paused, yes)).rejects.toMatchObject({
      code: 'STALE_RUN',
      message: "This run belongs to the agent 'clerk', not to 'chef'.",
    });
  });

  it('an invalid paused run, or one of another version, is refused with the place', async () => {
    const paused = await pausedBy();
    const { agent } = agentFor([]);
    const broken = (data: JsonObject) => ({ ...paused, data: { ...paused.data, ...data } });
    for (const [value, reason] of [
      [null, 'it is not an object'],
      ['{}', 'it is not an object'],
      [{ ...paused, version: 2 }, 'its version is 2, but this package supports 1'],
      [{ ...paused, runId: 5 }, "'runId' is not a string"],
      [{ ...paused, pending: [{}] }, "'pending' is not a list of calls"],
      [{ ...paused, data: [] }, "'data' is not an object"],
      [broken({ history: {} }), "'data.history' has an unexpected value"],
      [broken({ added: [{ role: 'clown' }] }), "'data.added' has an unexpected value"],
      [broken({ reply: { text: '', calls: [1] } }), "'data.reply' has an unexpected value"],
      [broken({ iteration: 'one' }), "'data.iteration' has an unexpected value"],
      [broken({ toolCalls: [{}] }), "'data.toolCalls' has an unexpected value"],
      [broken({ ledger: null }), "'data.ledger' has an unexpected value"],
    ] as const) {
      await expect(agent.resume(value, yes)).rejects.toMatchObject({
        code: 'INVALID_RUN',
        message: `This is not a paused run: ${reason}.`,
      });
    }
  });

  it('a reply that the run has not written is refused before anything is executed', async () => {
    const paused = await pausedBy();
    const reply = JSON.parse(JSON.stringify(paused.data.reply));
    const [call] = reply.calls;
    const { agent, toolRegistry } = agentFor([]);
    for (const changed of [
      { calls: [] },
      { message: null },
      { message: { role: 'user', content: 'Hi.' } },
      { calls: [{ ...call, args: { path: 'all' } }] },
      { calls: [{ ...call, args: 'all' }] },
      { calls: [{ ...call, isExact: 'no' }] },
      { calls: [{ ...call, note: 5 }] },
      { calls: [call, { ...call, text: '{"path":"all"}', args: { path: 'all' } }] },
    ]) {
      const run = { ...paused, data: { ...paused.data, reply: { ...reply, ...changed } } };
      await expect(agent.resume(run, yes)).rejects.toMatchObject({
        code: 'INVALID_RUN',
        message: "This is not a paused run: 'data.reply' has an unexpected value.",
      });
    }
    expect(toolRegistry.executed).toEqual([]);
  });

  it.each([
    ['a message', (deep) => ({ message: { role: 'assistant', content: '', extra: deep } })],
    ['arguments', (deep, call) => ({ calls: [{ ...call, args: deep }] })],
  ] satisfies [string, (deep: JsonValue, call: object) => object][])(
    'what is nested too deeply is refused: %s',
    async (_, change) => {
      const paused = await pausedBy();
      const reply = JSON.parse(JSON.stringify(paused.data.reply));
      const deep = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000));
      const { agent } = agentFor([]);
      const run = {
        ...paused,
        data: { ...paused.data, reply: { ...reply, ...change(deep, reply.calls[0]) } },
      };
      await expect(agent.resume(run, yes)).rejects.toMatchObject({
        code: 'INVALID_RUN',
        message: 'This is not a paused run: it is nested too deeply.',
      });
    },
  );

  it('pending calls that differ from those of the reply are refused', async () => {
    const paused = await pausedBy();
    const [pending] = paused.pending;
    const { agent, toolRegistry } = agentFor([]);
    for (const changed of [{ arguments: '{"path":"b"}' }, { name: 'look' }]) {
      const run = { ...paused, pending: [{ ...pending, ...changed }] };
      await expect(agent.resume(run, yes)).rejects.toMatchObject({
        code: 'INVALID_RUN',
        message: "This is not a paused run: the pending call 'e' does not match a call of 'data.reply'.",
      });
    }
    expect(toolRegistry.executed).toEqual([]);
  });

  it('ends when all calls of the reply are already finished', async () => {
    const paused = await pausedBy();
    const done = {
      callId: 'e',
      name: 'erase',
      arguments: '{}',
      outcome: { error: null, result: 1 },
      durationMs: 0,
    };
    const { agent, toolRegistry } = agentFor(['Done.'], { approvalKey: false });
    const run = { ...paused, data: { ...paused.data, finished: [done] } };
    expect(await agent.resume(run, yes)).toMatchObject({ finalResponse: 'Done.' });
    expect(toolRegistry.executed).toEqual([]);
  });

  it('without usable decisions is refused with an explanation', async () => {
    const paused = await pausedBy();
    const { agent } = agentFor([]);
    const resume = agent.resume.bind(agent) as (...given: readonly unknown[]) => Promise<unknown>;
    const cycle: Record<string, unknown> = {};
    cycle.self = cycle;
    for (const [decisions, message] of [
      [undefined, 'The decisions must be an object, not undefined.'],
      [null, 'The decisions must be an object, not null.'],
      [[true], 'The decisions must be an object, not a list.'],
      [{ e: null }, 'There is no decision about e.'],
      [
        { e: { approved: true, args: { path: 'b' } } },
        /^The decision about e cannot have the member 'args'. .*arguments/,
      ],
      [{ e: { approved: true, reason: 'fine' } }, /^The decision about e cannot have the member 'reason'/],
      [
        { e: { approved: false, arguments: {} } },
        /^The decision about e denies the call and cannot have the member/,
      ],
      [
        { e: { aproved: true } },
        /^The decision about e cannot have the member 'aproved'. Did you mean 'approved'/,
      ],
      [{ e: { approved: true, arguments: 'all' } }, "The 'arguments' for e must be a JSON object."],
      [{ e: { approved: true, arguments: cycle } }, "The 'arguments' for e must be a JSON object."],
    ] as const) {
      await expect(resume(paused, decisions)).rejects.toMatchObject({
        code: 'USAGE',
        message: typeof message === 'string' ? message : expect.stringMatching(message),
        hint: 'Pass { approved: true } or { approved: false, reason } for each of: e.',
      });
    }
  });
});
