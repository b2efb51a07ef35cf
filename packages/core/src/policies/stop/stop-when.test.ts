import { type ScriptStep, scriptedModel } from '@toolwright/llm/testing';
import fc from 'fast-check';
import { Agent } from '../../agent/agent.js';
import type { AgentConfig } from '../../agent/agent-config.js';
import { stubTools } from '../../calls/stub-tools.test.support.js';
import type { StopRule } from './stop-rules.js';
import { cost, iterations, stopAt, stopRule, time, tokens, toolCalled } from './stop-when.js';

const usage = { inputTokens: 90, outputTokens: 20 };
const step = (name: string, id: string): ScriptStep => ({
  toolCalls: [{ id, name, arguments: {} }],
  text: 'Working.',
  usage,
});

function fails(): never {
  throw new Error('no luck');
}

async function run(stopWhen: readonly StopRule[], config: Partial<AgentConfig> = {}) {
  let isEarly = true;
  const tools = {
    work: () => 'done',
    submit: () => {
      isEarly = !isEarly;
      if (!isEarly) throw new Error('not yet');
      return 'taken';
    },
  };
  const script = [step('work', 'a'), step('submit', 'b'), step('submit', 'c'), 'Done.'];
  const llmClient = scriptedModel(script);
  const agent = new Agent({ llmClient, toolRegistry: stubTools(tools), stopWhen, ...config });
  const result = await agent.run('go');
  return { result, requests: llmClient.requests.length };
}

// H3
describe('a stop rule', () => {
  it.each([
    ['a successful call of a tool', stopAt.toolCalled('submit'), 3, { stoppedBy: 'tool-called:submit' }],
    ['requests', stopAt.iterations(2), 2, { stoppedBy: 'iterations', stopReason: 'reached 2 requests' }],
    ['tokens', stopAt.tokens(120), 2, { stoppedBy: 'tokens', stopReason: 'reached 120 tokens' }],
    ['cost', stopAt.cost(1), 1, { stoppedBy: 'cost', stopReason: 'reached a cost of 1' }],
    ['time', stopAt.time(0.001), 1, { stoppedBy: 'time' }],
    ['a rule of your own', stopRule('mine', () => true), 1, { stoppedBy: 'mine' }],
    ['a reason', stopRule('mine', ({ iteration }) => iteration > 1 && 'enough'), 2, { stopReason: 'enough' }],
    ['a rule without a name', () => true, 1, { stoppedBy: 'stop-rule' }],
  ])('ends the run after a step, by %s', async (_, rule, requests, ending) => {
    const ended = await run([rule], { price: () => 1 });
    expect(ended.result).toMatchObject({
      status: 'stopped',
      finalResponse: '',
      lastReply: 'Working.',
      ...ending,
    });
    expect(ended.requests).toBe(requests);
    // The step is complete.
    expect(ended.result.toolCalls).toHaveLength(requests);
  });

  it('lets the run go on otherwise, and the first rule that is met names the end', async () => {
    expect((await run([() => false, () => undefined, () => ''])).result.status).toBe('completed');
    const both = await run([
      stopRule('never', () => false),
      stopRule('first', () => true),
      stopAt.iterations(1),
    ]);
    expect(both.result.stoppedBy).toBe('first');
  });

  it('stands behind the limits, whose onLimit it does not share', async () => {
    const { result } = await run([stopAt.iterations(2)], { maxIterations: 2 });
    expect(result).toMatchObject({ status: 'max_iterations', limit: 'iterations' });
    expect(result.stoppedBy).toBeUndefined();
    const forced = await run([stopAt.iterations(2)], { onLimit: 'force-answer' });
    expect(forced.result.status).toBe('stopped');
  });

  it('is also asked when an answer was not accepted', async () => {
    const llmClient = scriptedModel(['x', 'y', '3']);
    const agent = new Agent({ llmClient });
    const options = { output: { type: 'number' }, stopWhen: [stopAt.iterations(2)] } as const;
    expect(await agent.run('go', options)).toMatchObject({ status: 'stopped', iteration: 2 });
  });

  it.each([
    ['throws', fails, "The stop rule 'bad' threw an error: no luck"],
    ['returns a promise', (async () => true) as unknown as StopRule, 'returned a promise'],
  ])('that %s ends the run with CALLBACK_FAILED', async (_, rule, message) => {
    const { result } = await run([stopRule('bad', rule)]);
    expect(result).toMatchObject({ status: 'error', errorCode: 'CALLBACK_FAILED' });
    expect(result.errors[0]).toContain(message);
  });

  it('that needs an unknown cost says so', async () => {
    expect((await run([stopAt.cost(1)])).result).toMatchObject({
      status: 'error',
      errorCode: 'LIMIT_REACHED',
    });
  });

  it.each([0, -1, Number.NaN])('of %d is refused', (limit) => {
    const { iterations, tokens, cost, time } = stopAt;
    for (const rule of [iterations, tokens, cost, time]) expect(() => rule(limit)).toThrow(/^The limit of '/);
  });

  it('may be named without `stopAt`, as before', () => {
    expect(stopAt).toMatchObject({ cost, iterations, time, tokens, toolCalled });
  });

  it('that is no function is refused', () => {
    // Configurations from plain JavaScript can be anything.
    const stopWhen = ['submit'] as unknown as StopRule[];
    expect(() => new Agent({ llmClient: scriptedModel([]), stopWhen })).toThrow(
      "'stopWhen' must be a list of functions",
    );
  });

  it('ends the run at the first step whose count reaches it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 400 }), async (limit) => {
        const { requests } = await run([stopAt.tokens(limit)]);
        expect(requests).toBe(Math.min(4, Math.ceil(limit / 110)));
      }),
      { numRuns: 20 },
    );
  });
});
