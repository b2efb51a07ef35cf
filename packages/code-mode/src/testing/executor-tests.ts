import { deepStrictEqual, doesNotMatch, match, notDeepStrictEqual, ok, strictEqual } from 'node:assert';
import type {
  ExecutableProgram,
  Executor,
  ProgramCall,
  ProgramEnd,
  ProgramHost,
} from '../sandbox/executor.js';
import { fromWire, toWire } from '../sandbox/wire.js';
import type { Escape } from './escape.js';
import { ESCAPES } from './escapes.js';

/** A test of an executor, for any test runner. It rejects with an `AssertionError` if the executor fails. */
export interface ExecutorTest {
  readonly name: string;
  run(executor: Executor): Promise<void>;
}

/** The tests that each `Executor` must pass: its contract, and about 240 programs that try to leave or to stall the sandbox. */
export function executorTests(): readonly ExecutorTest[] {
  const escapes = ESCAPES.map((one) => ({
    name: `holds: ${one.about}`,
    run: (executor: Executor) => resist(executor, one),
  }));
  return [...CONTRACT, ...escapes];
}

const TEST_LIMITS = {
  memoryMb: 32,
  cpuMs: 1_500,
  calls: 50,
  values: 200_000,
  output: 100_000,
  logs: 2_000,
} as const;

/** Executes a program with two tools: `echo`, which returns its arguments, and `fail`, which is refused. */
export async function executeTest(
  executor: Executor,
  code: string,
  given: Partial<ExecutableProgram> = {},
  host: Partial<ProgramHost> = {},
): Promise<{ readonly end: ProgramEnd; readonly calls: readonly ProgramCall[] }> {
  const calls: ProgramCall[] = [];
  const program = { tools: ['echo', 'fail'], clock: { now: 1_000, seed: 1 }, store: {}, limits: TEST_LIMITS };
  const end = await executor.execute(
    { code, ...program, ...given },
    {
      signal: new AbortController().signal,
      call: async (batch) => {
        calls.push(...batch);
        return batch.map(({ name, args }) => (name === 'echo' ? { value: args } : { error: 'refused' }));
      },
      ...host,
    },
  );
  return { end, calls };
}

async function resist(executor: Executor, { code, ends, calls: expected }: Escape): Promise<void> {
  const { end, calls } = await executeTest(executor, code);
  if ('value' in ends) deepStrictEqual(returnedBy(end), ends.value);
  else if (ends.type === 'stuck') strictEqual(end.type, 'stuck');
  else {
    // Engines differ in what they throw without memory.
    ok(end.type === 'thrown' || end.type === 'limit', `It ended as ${JSON.stringify(end)}.`);
    // A limit is not described as an exception of the engine.
    doesNotMatch(end.type === 'thrown' ? end.message : '', /out of memory/);
    ok(end.type !== 'thrown' || end.message.length <= TEST_LIMITS.output + 100);
    if (ends.like) match(end.type === 'thrown' ? end.message : '', ends.like);
  }
  doesNotMatch(JSON.stringify(end), /node_modules|file:\/\//);
  ok(end.logs.length <= TEST_LIMITS.logs + 100);
  ok(calls.every(({ name }) => name === 'echo' || name === 'fail'));
  if (expected) deepStrictEqual(calls, expected);
  strictEqual(
    Object.hasOwn(Object.prototype, 'polluted') || Object.hasOwn(Array.prototype, 'polluted'),
    false,
  );
}

function returnedBy(end: ProgramEnd): unknown {
  if (end.type === 'returned') return fromWire(end.value);
  throw new Error(`The program returned nothing: ${JSON.stringify(end)}`);
}

async function returned(
  executor: Executor,
  code: string,
  given: Partial<ExecutableProgram> = {},
  host: Partial<ProgramHost> = {},
): Promise<unknown> {
  return returnedBy((await executeTest(executor, code, given, host)).end);
}

const CONTRACT: readonly ExecutorTest[] = [
  {
    name: 'passes real values to tools and back',
    run: async (executor) => {
      const values = [new Date(5), new Map([[1, 2n]]), new Set(['a']), new Uint8Array([1]), /a/g, null, -0.5];
      const code = 'return (await tools.echo({ values: await tools.get() })).values;';
      const call: ProgramHost['call'] = async ([made]) => [
        { value: made?.name === 'get' ? toWire(values) : (made?.args ?? null) },
      ];
      deepStrictEqual(await returned(executor, code, { tools: ['get', 'echo'] }, { call }), values);
    },
  },
  {
    name: 'makes the calls that a program waits for in one batch, in their order',
    run: async (executor) => {
      const batches: (readonly number[])[] = [];
      const call: ProgramHost['call'] = async (batch) => {
        batches.push(batch.map(({ args }) => Number((args as { readonly n: number }).n)));
        return batch.map(({ args }) => ({ value: args }));
      };
      const code = `
        const first = await Promise.all([1, 2, 3].map((n) => tools.echo({ n })));
        const raced = await Promise.race([tools.echo({ n: 4 }), tools.echo({ n: 5 })]);
        return [first.map(({ n }) => n), raced.n];`;
      deepStrictEqual(await returned(executor, code, {}, { call }), [[1, 2, 3], 4]);
      deepStrictEqual(batches, [
        [1, 2, 3],
        [4, 5],
      ]);
    },
  },
  {
    name: 'behaves the same for the same clock, seed and answers',
    run: async (executor) => {
      const code = 'return [Date.now(), Math.random(), Math.random(), new Date(0).getHours()];';
      const clock = { now: 1_700_000_000_000, seed: 7 };
      const first = await returned(executor, code, { clock });
      deepStrictEqual(await returned(executor, code, { clock }), first);
      strictEqual((first as readonly unknown[])[0], clock.now);
      notDeepStrictEqual(await returned(executor, code, { clock: { ...clock, seed: 8 } }), first);
    },
  },
  {
    name: 'keeps the store for the next program, and nothing else',
    run: async (executor) => {
      const { end } = await executeTest(executor, 'store.at = new Date(7); globalThis.left = 1; return 1;');
      const { store } = end as Extract<ProgramEnd, { type: 'returned' }>;
      const code = 'return [store.at instanceof Date, store.at.getTime(), typeof left];';
      deepStrictEqual(await returned(executor, code, { store }), [true, 7, 'undefined']);
    },
  },
  {
    name: 'counts computing time without the time of calls',
    run: async (executor) => {
      const limits = { ...TEST_LIMITS, cpuMs: 300 };
      const call: ProgramHost['call'] = async (batch) => {
        await new Promise((resolve) => setTimeout(resolve, 200));
        return batch.map(() => ({ value: 1 }));
      };
      const code = 'for (let n = 0; n < 3; n++) await tools.echo(); return 1;';
      strictEqual(await returned(executor, code, { limits }, { call }), 1);
    },
  },
  {
    name: 'names the limit that a program reached',
    run: async (executor) => {
      const reached: readonly (readonly [string, string])[] = [
        ['cpuMs', 'for (;;) {}'],
        ['calls', 'for (;;) await tools.echo({});'],
        ['values', 'return await tools.echo({ text: "x".repeat(300000) });'],
        ['output', 'return "x".repeat(150000);'],
        ['output', 'store.text = "x".repeat(150000);'],
      ];
      for (const [limit, code] of reached) {
        const { end } = await executeTest(executor, code);
        deepStrictEqual([code, end.type === 'limit' && end.limit], [code, limit]);
      }
    },
  },
  {
    name: 'counts what the log does not hold',
    run: async (executor) => {
      const { end } = await executeTest(executor, 'console.log("x".repeat(3000)); return 1;');
      deepStrictEqual([end.logs.length, end.lostLogs], [2_000, 1_000]);
    },
  },
  {
    name: 'lets the host do other work',
    run: async (executor) => {
      let ticks = 0;
      const timer = setInterval(() => ticks++, 1);
      const { end } = await executeTest(executor, 'for (;;) {}');
      clearInterval(timer);
      strictEqual(end.type, 'limit');
      ok(ticks > 5);
    },
  },
  {
    name: 'ends a program when its host does, and when a call has no answers',
    run: async (executor) => {
      const ending = new AbortController();
      const limits = { ...TEST_LIMITS, cpuMs: 60_000 };
      const end = executeTest(executor, 'for (;;) {}', { limits }, { signal: ending.signal });
      setTimeout(() => ending.abort(), 50);
      strictEqual((await end).end.type, 'stopped');
      const call = async (): Promise<undefined> => undefined;
      const { end: second } = await executeTest(executor, 'await tools.echo({}); return 1;', {}, { call });
      strictEqual(second.type, 'stopped');
    },
  },
  {
    name: 'passes on what the host throws, and executes further programs',
    run: async (executor) => {
      const failure = new Error('stale');
      const run = executeTest(
        executor,
        'return tools.echo({});',
        {},
        { call: () => Promise.reject(failure) },
      );
      strictEqual(await run.catch((error: unknown) => error), failure);
      strictEqual(await returned(executor, 'return 42;'), 42);
    },
  },
  {
    name: 'keeps concurrent programs apart',
    run: async (executor) => {
      const code = (n: number): string => `
        store.n = ${n}; await tools.echo({}); globalThis.x = (globalThis.x ?? 0) + 1; return [store.n, globalThis.x];`;
      const given = Array.from({ length: 8 }, (_, n) => returned(executor, code(n)));
      deepStrictEqual(
        await Promise.all(given),
        Array.from({ length: 8 }, (_, n) => [n, 1]),
      );
    },
  },
];
