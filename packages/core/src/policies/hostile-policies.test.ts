import type { AgentEvent } from '@toolwright/contract';
import { scriptedModel } from '@toolwright/llm/testing';
import { Agent } from '../agent/agent.js';
import type { AgentConfig } from '../agent/agent-config.js';
import { stubTools } from '../calls/stub-tools.test.support.js';
import type { Policy, PolicyInfo } from './policy.js';
import { limitTools } from './shipped/limit-tools.js';
import { maskTools } from './shipped/mask-tools.js';
import { redact } from './shipped/redact.js';
import { toolChoice } from './shipped/tool-choice.js';
import { untrusted } from './shipped/untrusted.js';

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
    expect(result.errors).toEqual([
      expect.stringMatching(/^The policy 'inside' .*(read only|not extensible)/),
    ]);
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
  ])('that gives what JSON cannot carry ends the run by its name: %s', async (_, policy, problem) => {
    const { result } = await run({ policies: [policy] });
    expect(result).toMatchObject({ status: 'error', errorCode: 'CALLBACK_FAILED' });
    expect(result.errors).toEqual([expect.stringMatching(problem)]);
    expect(result.errors[0]).toContain("The policy 'odd'");
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

  const spoil = (value: unknown): void => {
    if (typeof value !== 'object' || value === null || value instanceof AbortSignal) return;
    for (const key of Object.keys(value)) {
      const member: unknown = Reflect.get(value, key);
      if (typeof member === 'object') spoil(member);
      else if (typeof member !== 'function') Reflect.set(value, key, 'SPOILT');
    }
    if (Array.isArray(value)) Reflect.set(value, value.length, 'SPOILT');
    else Reflect.set(value, 'more', 'SPOILT');
  };

  it.each(['onInput', 'beforeModel', 'afterModel', 'beforeTool', 'afterTool', 'onOutput'] as const)(
    'changes nothing in place in %s, neither in this run nor in the next one',
    async (hook) => {
      const toolRegistry = stubTools({ look: () => ({ list: [1] }) });
      const call = { toolCalls: [{ id: 'a', name: 'look', arguments: { n: 1, list: [1] } }] };
      const policy = {
        name: 'odd',
        [hook](...given: unknown[]) {
          const { state, ...info } = given.pop() as PolicyInfo; // the last one of each hook
          for (const value of [...given, state.messages, state.toolCalls, state.usage]) spoil(value);
          for (const key of Object.keys(info)) Reflect.set(info, key, 'SPOILT');
        },
      };
      const extraBody = { nested: { list: [1] } };
      for (const policies of [[policy], []]) {
        const llmClient = scriptedModel([call, 'Done.']);
        const events: AgentEvent[] = [];
        const logger = { log: (event: AgentEvent) => void events.push(event) };
        const agent = new Agent({ llmClient, toolRegistry, policies, logger, extraBody });
        const result = await agent.run('go');
        expect(result).toMatchObject({ status: 'completed', finalResponse: 'Done.' });
        const { requests } = llmClient;
        const told = JSON.stringify([result, events, requests, agent.memory, toolRegistry.listTools()]);
        expect(told).not.toContain('SPOILT');
      }
      expect(extraBody).toEqual({ nested: { list: [1] } });
    },
  );

  it('cannot give other policies another context', async () => {
    const seen: unknown[] = [];
    await run({
      policies: [
        { name: 'victim', beforeModel: (_, { context }) => void seen.push(context) },
        { name: 'odd', beforeModel: (_, info) => void Reflect.set(info, 'context', 'forged') },
      ],
    });
    expect(seen).toEqual([undefined, undefined]);
  });

  it('that changes a result of others leaves the mark that it is of others', async () => {
    const { result } = await run({
      policies: [
        untrusted(() => true),
        { name: 'cut', afterTool: () => ({ change: { result: 'x', error: null } }) },
      ],
    });
    expect(result.toolCalls[0]?.outcome).toEqual({ result: 'x', error: null, untrusted: true });
  });

  it.each<[string, Policy['beforeModel'] | Policy['afterModel'], 'beforeModel' | 'afterModel']>([
    ['an answer', () => ({ answer: { content: 5 } as never }), 'beforeModel'],
    ['a change', () => ({ change: { toolCalls: {} } as never }), 'afterModel'],
  ])('that makes no response ends the run by its own name: %s', async (_, hook, name) => {
    const given = run({ policies: [{ name: 'odd', [name]: hook }], onFailure: 'throw' });
    await expect(given).rejects.toMatchObject({
      code: 'CALLBACK_FAILED',
      blame: 'developer',
      message: expect.stringContaining(`The policy 'odd' returned`),
    });
  });

  it.each<[string, Policy]>([
    ['an answer that gives 17', { name: 'odd', beforeTool: () => ({ answer: () => 17 as never }) }],
    ['arguments that are a Date', { name: 'odd', beforeTool: () => ({ change: new Date(0) as never }) }],
    ['a list', { name: 'odd', beforeTool: () => [] as never }],
  ])('that returns no verdict ends the run by its name: %s', async (_, policy) => {
    const { result } = await run({ policies: [policy] });
    expect(result.errors).toEqual([expect.stringMatching(/^The policy 'odd' returned .+ from 'beforeTool'/)]);
  });

  it.each<[string, unknown]>([
    ['a text', 'look_up'],
    ['a function that decides later', async () => true],
    ['a number', 5],
  ])('that picks tools by %s lets none through', async (_, subset) => {
    const pick = () => subset as () => boolean;
    const limited = run({ policies: [limitTools(pick)], onFailure: 'throw' });
    await expect(limited).rejects.toMatchObject({
      code: typeof subset === 'function' ? 'CALLBACK_FAILED' : 'INVALID_CONFIG',
    });
    const { got, result } = await run({ policies: [maskTools(pick)] });
    expect(got).toEqual([]);
    expect(result.errors).toEqual([expect.stringMatching(/'tools' must be|returned a promise/)]);
  });

  it('that chooses what is no choice ends the run', async () => {
    const choose = toolChoice(() => 'any' as 'auto');
    const given = run({ policies: [choose], onFailure: 'throw' });
    await expect(given).rejects.toMatchObject({ code: 'INVALID_CONFIG', message: "'toolChoice' is any." });
  });

  it('that never decides leaves no timer behind when the run ends', async () => {
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    const before = timers();
    await run({ policies: [{ name: 'slow', beforeTool: never }], budget: { timeMs: 20 } });
    expect(timers()).toBeLessThanOrEqual(before);
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
    [
      'with a hook that is no function',
      { name: 'x', beforeTool: 'no' },
      /'beforeTool' of 'policies\[0\]' is 'no'/,
    ],
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
  it.each([null, Number.NaN, '', 0, false] as unknown[])(
    'that returns %p lets the run go on',
    async (value) => {
      const { result } = await run({ stopWhen: [() => value as undefined] });
      expect(result.status).toBe('completed');
    },
  );

  it.each([1, {}, []] as unknown[])('that returns %j has failed', async (value) => {
    const { result } = await run({ stopWhen: [() => value as undefined] });
    expect(result).toMatchObject({ status: 'error', errorCode: 'CALLBACK_FAILED' });
    expect(result.errors[0]).toMatch(/^The stop rule 'stop-rule' returned (1|an object|a list)\.$/);
  });
});

// H7
it('refuses a lifetime of approvals that is no number', () => {
  const { approvalTtlMs }: Partial<AgentConfig> = JSON.parse('{"approvalTtlMs":"5"}');
  expect(() => new Agent({ llmClient: scriptedModel([]), approvalTtlMs })).toThrow(
    expect.objectContaining({ code: 'INVALID_CONFIG' }),
  );
});
