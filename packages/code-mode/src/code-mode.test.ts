import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import {
  MANIFEST_VERSION,
  type Manifest,
  type RunResult,
  type ToolContext,
  type ToolExecution,
  type ToolSource,
} from '@toolwright/contract';
import { Agent, type AgentConfig, JoinedTools } from '@toolwright/core';
import { scriptedModel } from '@toolwright/llm/testing';
import { FunctionTool, ToolRegistry, tool } from '@toolwright/tools';
import { codeMode } from './code-mode.js';
import type { CodeModeOptions, PlannedProgram } from './options.js';

class Shop {
  readonly booked: unknown[] = [];
  @tool book(on: Date, prices: Map<string, bigint>): { on: Date; total: bigint } {
    this.booked.push([on, prices]);
    return {
      on: new Date(on.getTime() + 1),
      total: [...prices.values()].reduce((sum, one) => sum + one, 0n),
    };
  }
}

/** What codegen writes for the class. */
const manifest: Manifest = {
  version: MANIFEST_VERSION,
  tools: [
    {
      target: () => Shop,
      spec: {
        name: 'book',
        description: 'Books.',
        parameters: {
          type: 'object',
          properties: {
            on: { type: 'string', format: 'date-time' },
            prices: { type: 'object', additionalProperties: { type: 'string' } },
          },
          required: ['on', 'prices'],
          additionalProperties: false,
        },
        output: {
          type: 'object',
          properties: { on: { type: 'string' }, total: { type: 'string' } },
          required: ['on', 'total'],
          additionalProperties: false,
        },
        annotations: {},
      },
      member: 'book',
      call: { parameters: ['on', 'prices'] },
      codecs: {
        parameters: {
          kind: 'object',
          properties: {
            on: { kind: 'date' },
            prices: { kind: 'map', form: 'object', values: { kind: 'bigint' } },
          },
        },
        result: { kind: 'object', properties: { on: { kind: 'date' }, total: { kind: 'bigint' } } },
      },
    },
  ],
} as unknown as Manifest;

const integer = {
  type: 'object',
  properties: { n: { type: 'integer' } },
  required: ['n'],
  additionalProperties: false,
} as const;

function numbers(
  fns: Readonly<Record<string, (n: number, context: ToolContext) => unknown>>,
  annotations = {},
): ToolRegistry {
  const registry = new ToolRegistry();
  for (const [name, fn] of Object.entries(fns))
    registry.register(
      new FunctionTool({
        name,
        description: `Does ${name}.`,
        parameters: integer,
        output: { type: 'number' },
        annotations,
        fn: ({ n }: { n: number }, context: ToolContext) => fn(n, context),
      }),
    );
  return registry;
}

function agentOf(source: ToolSource, codes: readonly string[], config: Partial<AgentConfig> = {}): Agent {
  const steps = codes.map((code, n) => ({
    toolCalls: [{ id: `p${n}`, name: 'runProgram', arguments: { code } }],
  }));
  return new Agent({
    llmClient: scriptedModel([...steps, 'done']),
    toolRegistry: source,
    approvalKey: false,
    ...config,
  });
}

async function run(source: ToolSource, code: string, config: Partial<AgentConfig> = {}): Promise<RunResult> {
  return agentOf(source, [code], config).run('go', { context: undefined });
}

const outcomeOf = ({ toolCalls }: RunResult) => toolCalls.at(-1)?.outcome;

// J1
describe('code mode', () => {
  it('offers one tool with the declarations of the others, which follow the source', () => {
    const registry = numbers({ twice: (n) => 2 * n });
    const source = codeMode(registry);
    expect(source.listTools().map(({ name }) => name)).toEqual(['runProgram']);
    expect(source.listTools()).toBe(source.listTools());
    expect(source.listTools()[0]?.description).toContain('twice:Tool<{');
    registry.register(
      new FunctionTool({ name: 'later', description: 'Later.', parameters: integer, fn: () => 1 }),
    );
    expect(source.listTools()[0]?.description).toContain('later:Tool<{');
    expect(source.listInnerTools?.().map(({ name }) => name)).toEqual(['twice', 'later', 'programStart']);
  });

  it('limits the tools to those of `only`, and has the hints of all of them', () => {
    const registry = numbers({ look: (n) => n }, { readOnly: true });
    registry.register(
      new FunctionTool({
        name: 'drop',
        description: '',
        parameters: integer,
        annotations: { destructive: true },
        fn: () => 1,
      }),
    );
    const annotationsOf = (options: CodeModeOptions) =>
      codeMode(registry, options).listTools()[0]?.annotations;
    expect(annotationsOf({ only: ['look'] })).toEqual({ readOnly: true, timeoutMs: 300_000 });
    expect(annotationsOf({ timeoutMs: 5 })).toEqual({ destructive: true, timeoutMs: 5 });
    expect(() => codeMode(registry, { only: ['lok'] })).toThrow("'lok'");
    expect(() => codeMode(registry, { name: 'look' })).toThrow("'look'");
  });

  it('can be joined with other tools, which the model calls itself', async () => {
    const source = new JoinedTools([
      codeMode(numbers({ twice: (n) => 2 * n })),
      numbers({ plain: (n) => n }),
    ]);
    const result = await run(source, 'return await tools.twice({ n: 2 });');
    expect(outcomeOf(result)).toMatchObject({ result: 4 });
    expect(source.listTools().map(({ name }) => name)).toEqual(['runProgram', 'plain']);
  });

  it('runs without an agent, where nobody can approve', async () => {
    const source = codeMode(numbers({ twice: (n) => 2 * n, pay: (n) => n }, { needsApproval: true }), {
      only: ['pay'],
    });
    const execution = {
      signal: new AbortController().signal,
      callId: 'c',
      state: new Map(),
    } as unknown as ToolExecution;
    const outcome = await source.execute(
      'runProgram',
      { code: 'return await tools.pay({ n: 1 });' },
      execution,
    );
    expect(outcome.error).toContain("needs a person's approval");
    expect((await source.execute('pay', { n: 1 }, execution)).error).toContain("'pay'");
  });
});

// J2
it('a program that does not compile costs no call', async () => {
  const called: number[] = [];
  const source = codeMode(numbers({ twice: (n) => called.push(n) }));
  const result = await run(source, 'await tools.twice({ n: 1 });\nreturn await tools.twise({ n: 1 });');
  expect(outcomeOf(result)?.error).toContain("Did you mean 'twice'?");
  expect([called, result.toolCalls.length]).toEqual([[], 1]);
});

// J4
describe('a call of a program', () => {
  it('gets and returns the values that the tool has', async () => {
    const shop = new Shop();
    const registry = new ToolRegistry(manifest).registerFrom(shop);
    const code = `const { on, total } = await tools.book({ on: new Date(5), prices: new Map([['a', 2n], ['b', 3n]]) });
return [on instanceof Date, on, typeof total, total];`;
    const result = await run(codeMode(registry), code);
    expect(outcomeOf(result)).toMatchObject({ result: [true, '1970-01-01T00:00:00.006Z', 'bigint', '5'] });
    expect(shop.booked).toEqual([
      [
        new Date(5),
        new Map([
          ['a', 2n],
          ['b', 3n],
        ]),
      ],
    ]);
    expect(result.toolCalls.find(({ name }) => name === 'book')?.arguments).toBe(
      '{"on":"1970-01-01T00:00:00.005Z","prices":{"a":"2","b":"3"}}',
    );
  });

  it('is validated without repairs, whatever the compiler was told', async () => {
    const called: number[] = [];
    const source = codeMode(numbers({ twice: (n) => called.push(n) }));
    const result = await run(source, "return await tools.twice({ n: '1' as any });");
    expect(outcomeOf(result)?.error).toContain('ToolError');
    expect(called).toEqual([]);
  });

  it('runs beside others, up to the limit of the agent', async () => {
    let [running, most] = [0, 0];
    const slow = async (n: number): Promise<number> => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setTimeout(resolve, 5));
      running--;
      return n;
    };
    const code = 'return await Promise.all([1, 2, 3, 4, 5, 6].map((n) => tools.slow({ n })));';
    const result = await run(codeMode(numbers({ slow })), code, { toolConcurrency: 3 });
    expect(outcomeOf(result)).toMatchObject({ result: [1, 2, 3, 4, 5, 6] });
    expect(most).toBe(3);
  });

  it('has the context of the run, and its secrets stay masked', async () => {
    const registry = new ToolRegistry().register(
      new FunctionTool({
        name: 'who',
        description: '',
        parameters: { type: 'object', properties: {} },
        output: { type: 'string' },
        fn: (_: unknown, { app }: ToolContext<{ user: string }>) => app.user,
      }),
    );
    const agent = agentOf(codeMode(registry), ['return await tools.who();']);
    const result = await agent.run('go', { context: { user: 'Ada' } });
    expect(outcomeOf(result)).toMatchObject({ result: 'Ada' });
  });

  it('fails the program with what the tool threw, which it may catch', async () => {
    const source = codeMode(
      numbers({
        fail: () => {
          throw new Error('no room');
        },
      }),
    );
    expect(outcomeOf(await run(source, 'return await tools.fail({ n: 1 });'))?.error).toContain('no room');
    const caught =
      'try { return await tools.fail({ n: 1 }); } catch (e) { return (e as Error).message.length > 0; }';
    expect(outcomeOf(await run(source, caught))).toMatchObject({ result: true });
  });
});

describe('a program', () => {
  it('logs, keeps a store for later programs of the run, and is told of limits', async () => {
    const source = codeMode(numbers({ twice: (n) => 2 * n }), { limits: { calls: 2 } });
    const codes = [
      'store.n = new Map([[1, 2n]]); console.log("kept", 1); return 1;',
      'return [...store.n];',
      'for (;;) await tools.twice({ n: 1 });',
    ];
    const result = await agentOf(source, codes).run('go');
    const ends = result.toolCalls.filter(({ name }) => name === 'runProgram').map(({ outcome }) => outcome);
    expect(ends[0]?.result).toEqual({ result: 1, logs: 'kept 1' });
    expect(ends[1]?.result).toEqual([[1, '2']]);
    expect(ends[2]?.error).toContain('more than 2 calls');
    const next = await agentOf(source, ['return Object.keys(store);']).run('go');
    expect(outcomeOf(next)).toMatchObject({ result: [] });
  });

  it('ends with its run', async () => {
    const ending = new AbortController();
    const wait = (_: number, { signal }: ToolContext) =>
      new Promise((resolve) => signal.addEventListener('abort', () => resolve(1)));
    const running = agentOf(codeMode(numbers({ wait })), ['return await tools.wait({ n: 1 });']).run('go', {
      signal: ending.signal,
    });
    setTimeout(() => ending.abort(), 300);
    expect((await running).status).toBe('aborted');
  });
});

// J6
it('a policy decides on what a program may do before it runs', async () => {
  const called: number[] = [];
  const seen: PlannedProgram[] = [];
  const registry = numbers({ look: (n) => called.push(n) }, { readOnly: true });
  registry.register(
    new FunctionTool({
      name: 'drop',
      description: '',
      parameters: integer,
      fn: ({ n }: { n: number }) => called.push(-n),
    }),
  );
  const source = codeMode(registry, {
    beforeProgram: (program) => {
      seen.push(program);
      return program.tools.every(({ annotations }) => annotations.readOnly)
        ? undefined
        : 'only reading is allowed now';
    },
  });
  expect(outcomeOf(await run(source, 'for (const n of [1, 2]) await tools.look({ n });'))?.error).toBeNull();
  expect(
    outcomeOf(await run(source, 'await tools.look({ n: 3 }); await tools.drop({ n: 3 });'))?.error,
  ).toContain('only reading');
  expect(outcomeOf(await run(source, 'const all = tools; await all.look({ n: 4 });'))?.error).toContain(
    'only reading',
  );
  expect(called).toEqual([1, 2]);
  expect(seen[0]).toMatchObject({ isComplete: true, calls: [{ name: 'look', isRepeated: true, line: 1 }] });
});

// J6
describe('a person decides on a whole program', () => {
  const tools = (called: string[] = []): ToolRegistry => {
    const registry = numbers({ look: (n) => called.push(`look ${n}`) }, { readOnly: true });
    const fn = ({ n }: { n: number }) => called.push(`pay ${n}`);
    return registry.register(
      new FunctionTool({
        name: 'pay',
        description: 'Pays.',
        parameters: integer,
        annotations: { needsApproval: true },
        fn,
      }),
    );
  };
  const code = 'for (const n of [1, 2]) { await tools.look({ n }); await tools.pay({ n }); } return 1;';

  it('once, before it runs, and then its calls do not ask', async () => {
    const called: string[] = [];
    const source = codeMode(tools(called), { approval: 'plan' });
    const { paused } = await run(source, code);
    expect(paused?.pending.map(({ callId, name }) => [callId, name])).toEqual([['p0/1', 'approveProgram']]);
    expect(JSON.parse(paused?.pending[0]?.arguments ?? '')).toEqual({
      code,
      calls: [
        { name: 'look', isRepeated: true, line: 1 },
        { name: 'pay', isRepeated: true, line: 1 },
      ],
    });
    expect(called).toEqual([]);
    const agent = agentOf(source, []);
    const result = await agent.resume(JSON.parse(JSON.stringify(paused)), { 'p0/1': { approved: true } });
    expect(outcomeOf(result)).toMatchObject({ result: 1 });
    expect(called).toEqual(['look 1', 'pay 1', 'look 2', 'pay 2']);
  });

  it('and denies it, so that nothing runs', async () => {
    const called: string[] = [];
    const source = codeMode(tools(called), { approval: 'plan' });
    const { paused } = await run(source, code);
    const result = await agentOf(source, []).resume(paused, {
      'p0/1': { approved: false, reason: 'too dear' },
    });
    expect(outcomeOf(result)?.error).toContain('too dear');
    expect(called).toEqual([]);
  });

  it('and an edited text does not run, nor the one that nobody approved', async () => {
    const called: string[] = [];
    const source = codeMode(tools(called), { approval: 'plan' });
    const { paused } = await run(source, code);
    const result = await agentOf(source, []).resume(paused, {
      'p0/1': { approved: true, arguments: { code: 'return await tools.pay({ n: 9 });', calls: [] } },
    });
    expect(outcomeOf(result)?.error).toContain('its text was edited at the approval');
    expect(called).toEqual([]);
  });

  it('unless it only reads', async () => {
    const called: string[] = [];
    const source = codeMode(tools(called), { approval: 'plan' });
    const result = await run(source, 'await tools.look({ n: 3 }); return 3;');
    expect(outcomeOf(result)).toMatchObject({ result: 3 });
    const hidden = await run(source, 'const t = tools; await t.look({ n: 4 }); return 4;');
    expect([hidden.status, called]).toEqual(['paused', ['look 3']]);
  });

  it('and each call by default', async () => {
    const called: string[] = [];
    const { paused } = await run(codeMode(tools(called)), code);
    expect(paused?.pending.map(({ name }) => name)).toEqual(['pay']);
    expect(called).toEqual(['look 1']);
  });
});

// J5
it('a paused program whose tools have changed ends the run instead of running in part', async () => {
  const called: number[] = [];
  const pay = (name: string): ToolRegistry =>
    numbers({ [name]: (n) => called.push(n) }, { needsApproval: true });
  const { paused } = await run(codeMode(pay('pay')), 'return await tools.pay({ n: 1 });');
  const agent = agentOf(codeMode(pay('payOut')), []);
  const result = await agent.resume(paused, { 'p0/1': { approved: true } });
  expect([result.status, result.errorCode]).toEqual(['error', 'STALE_PROGRAM']);
  expect(called).toEqual([]);
});

it('is refused by versions of TypeScript without an API', () => {
  const { version } = createRequire(import.meta.url)('typescript/package.json') as { version: string };
  expect(Number.parseInt(version, 10)).toBeLessThan(7);
  const own = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
    peerDependenciesMeta: object;
  };
  expect(own.peerDependenciesMeta).toEqual({ typescript: { optional: true } });
});
