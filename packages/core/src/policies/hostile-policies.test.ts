import type { AgentEvent } from '@toolwright/contract';
import { scriptedModel } from '@toolwright/llm/testing';
import { Agent } from '../agent/agent.js';
import type { AgentConfig } from '../agent/agent-config.js';
import { stubTools } from '../calls/stub-tools.test.support.js';
import type { Policy } from './policy.js';
import { redact } from './shipped/redact.js';

async function run(config: Partial<AgentConfig>) {
  const events: AgentEvent[] = [];
  const got: unknown[] = [];
  const call = { toolCalls: [{ id: 'a', name: 'look', arguments: { n: 1, list: [1] } }] };
  const toolRegistry = stubTools({ look: (args) => got.push(args) });
  const logger = { log: (event: AgentEvent) => void events.push(event) };
  const agent = new Agent({ llmClient: scriptedModel([call, 'Done.']), toolRegistry, logger, ...config });
  return { result: await agent.run('go'), events, got };
}

const never = () => new Promise<never>(() => {});
const later = <T>(value: T, ms: number) => new Promise<T>((resolve) => setTimeout(resolve, ms, value));

// H2
describe('a policy', () => {
  it.each<[string, (args: object) => void]>([
    ['a member', (args) => Object.assign(args, { n: 666 })],
    ['a list', (args) => (Reflect.get(args, 'list') as number[]).push(2)],
  ])('cannot change the arguments of a call in place: %s', async (_, change) => {
    const { result, got } = await run({
      policies: [{ name: 'inside', beforeTool: ({ args }) => change(args ?? {}) }],
    });
    expect(got).toEqual([]);
    expect(result.toolCalls[0]?.outcome.error).toMatch(/read only|not extensible/);
    const kept = await run({
      policies: [
        {
          name: 'inside',
          beforeTool({ args }) {
            try {
              change(args ?? {});
            } catch {
              // Plain JavaScript would go on.
            }
          },
        },
      ],
    });
    expect(kept.got).toEqual([{ n: 1, list: [1] }]);
    expect(kept.result.toolCalls[0]?.arguments).toBe('{"n":1,"list":[1]}');
  });

  it.each<[string, Policy, RegExp]>([
    [
      'a change',
      { name: 'odd', afterTool: () => ({ change: { result: 1n, error: null } as never }) },
      /a BigInt/,
    ],
    [
      'an answer',
      { name: 'odd', beforeTool: () => ({ answer: { result: run, error: null } as never }) },
      /a function/,
    ],
    ['arguments', { name: 'odd', beforeTool: () => ({ change: { n: Number.NaN } }) }, /arguments\.n is NaN/],
  ])('that gives what JSON cannot carry fails the call by its name: %s', async (_, policy, problem) => {
    const { result } = await run({ policies: [policy] });
    expect(result.status).toBe('completed');
    expect(result.toolCalls[0]?.outcome.error).toMatch(problem);
    expect(result.toolCalls[0]?.outcome.error).toContain("The policy 'odd'");
  });

  it('and a stop rule cannot falsify what the run has done', async () => {
    const { result } = await run({
      stopWhen: [
        (state) => {
          Reflect.set(state.toolCalls, 'length', 0);
          Reflect.set(state.usage, 'inputTokens', 999);
          for (const record of state.toolCalls) Reflect.set(record.outcome, 'result', 'forged');
          return false;
        },
      ],
    });
    expect(result.toolCalls).toMatchObject([{ callId: 'a', outcome: { result: 1 } }]);
    expect(result.usage.inputTokens).not.toBe(999);
  });

  it('that never decides about a call fails the call at its timeout', async () => {
    const { result, got } = await run({
      toolTimeoutMs: 20,
      policies: [{ name: 'slow', beforeTool: never }],
    });
    expect(result).toMatchObject({ status: 'completed', finalResponse: 'Done.' });
    expect(result.toolCalls[0]?.outcome.error).toBe(
      'No policy decided within 20 ms; the call was not executed.',
    );
    expect(got).toEqual([]);
  });

  it('that ends the run after a call is over is ignored with a warning', async () => {
    const { result, events } = await run({
      toolTimeoutMs: 10,
      llmClient: scriptedModel([
        { toolCalls: [{ id: 'a', name: 'look', arguments: {} }] },
        async () => later('Done.', 900),
      ]),
      policies: [{ name: 'late', afterTool: () => later({ end: 'LATE' }, 900) }],
    });
    expect(result).toMatchObject({ status: 'completed', finalResponse: 'Done.' });
    expect(events.filter(({ type }) => type === 'policy')).toEqual([]);
    expect(events.filter(({ type }) => type === 'warning')).toHaveLength(1);
  });

  it.each<[string, unknown, RegExp]>([
    ['without a hook', { name: 'x' }, /has no hook/],
    [
      'of a class with a misspelt hook',
      new (class {
        name = 'x';
        beforetool() {}
      })(),
      /has no hook/,
    ],
    ['with a hook that is no function', { name: 'x', beforeTool: 'no' }, /'beforeTool' of the policy 'x'/],
  ])('%s is refused', (_, policy, message) => {
    const config = { llmClient: scriptedModel([]), policies: [policy as Policy] };
    expect(() => new Agent(config)).toThrow(
      expect.objectContaining({ code: 'INVALID_CONFIG', message: expect.stringMatching(message) }),
    );
  });

  it('named redact takes sticky patterns, and only patterns', async () => {
    expect(redact({ key: /K\d/y }).cleanText?.('a K1 b K2')).toBe('a [key] b [key]');
    const wrong = { key: 'K1' } as unknown;
    expect(() => redact(wrong as Record<string, RegExp>)).toThrow(
      expect.objectContaining({ code: 'INVALID_CONFIG' }),
    );
  });
});

// H3
describe('a stop rule', () => {
  it.each([null, Number.NaN, '', 0, {}] as unknown[])('that returns %p lets the run go on', async (value) => {
    const { result } = await run({ stopWhen: [() => value as undefined] });
    expect(result.status).toBe('completed');
  });
});

// H7
it('refuses a lifetime of approvals that is no number', () => {
  const { approvalTtlMs }: Partial<AgentConfig> = JSON.parse('{"approvalTtlMs":"5"}');
  expect(() => new Agent({ llmClient: scriptedModel([]), approvalTtlMs })).toThrow(
    expect.objectContaining({ code: 'INVALID_CONFIG' }),
  );
});
