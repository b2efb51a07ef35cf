import type { JsonValue } from '@toolwright/contract';
import { ESCAPES } from './escapes.test.support.js';
import type { ExecutableProgram, ProgramCall, ProgramEnd } from './executor.js';
import { QuickJsExecutor } from './quickjs-executor.js';
import { fromWire } from './wire.js';

const LIMITS = { memoryMb: 32, cpuMs: 1_500, calls: 50, output: 100_000, logs: 2_000 };
const executor = new QuickJsExecutor();

async function run(
  code: string,
  given: Partial<ExecutableProgram> = {},
): Promise<{ end: ProgramEnd; calls: ProgramCall[] }> {
  const calls: ProgramCall[] = [];
  const program = {
    code,
    tools: ['echo', 'fail'],
    clock: { now: 1_000, seed: 1 },
    store: {},
    limits: LIMITS,
    ...given,
  };
  const end = await executor.execute(program, {
    signal: new AbortController().signal,
    call: async (batch) => {
      calls.push(...batch);
      return batch.map(({ name, args }) => (name === 'echo' ? { value: args } : { error: 'refused' }));
    },
  });
  return { end, calls };
}

// J3
describe('the sandbox', () => {
  it('is tried by at least 150 programs', () => {
    expect(new Set(ESCAPES.map(({ code }) => code)).size).toBeGreaterThanOrEqual(150);
  });

  it.each(ESCAPES.map((one) => [one.about, one] as const))('holds: %s', async (_, { code, ends }) => {
    const { end, calls } = await run(code);
    if ('value' in ends) {
      expect(end).toMatchObject({ type: 'returned' });
      expect(fromWire((end as { value: JsonValue }).value)).toEqual(ends.value);
    } else {
      expect(end.type).toBe(ends.type);
      if (ends.like) expect((end as { message: string }).message).toMatch(ends.like);
    }
    expect(JSON.stringify(end)).not.toMatch(/node_modules|quickjs-emscripten|file:\/\//);
    expect(end.logs.length).toBeLessThanOrEqual(LIMITS.logs + 100);
    expect(calls.every(({ name }) => name === 'echo' || name === 'fail')).toBe(true);
    expect(Object.hasOwn(Object.prototype, 'polluted') || Object.hasOwn(Array.prototype, 'polluted')).toBe(
      false,
    );
  });

  it('still executes programs after all of them', async () => {
    expect((await run('return (await tools.echo({ n: 42 })).n;')).end).toMatchObject({
      type: 'returned',
      value: 42,
    });
  });

  it('does not block its host', async () => {
    let ticks = 0;
    const timer = setInterval(() => ticks++, 1);
    const { end } = await run('for (;;) {}');
    clearInterval(timer);
    expect(end.type).toBe('limit');
    expect(ticks).toBeGreaterThan(5);
  });

  it('ends a program when its host does, and while a call runs', async () => {
    const ending = new AbortController();
    const program = {
      code: 'for (;;) {}',
      tools: [],
      clock: { now: 0, seed: 0 },
      store: {},
      limits: { ...LIMITS, cpuMs: 60_000 },
    };
    const end = executor.execute(program, { signal: ending.signal, call: async () => undefined });
    setTimeout(() => ending.abort(), 50);
    expect(await end).toMatchObject({ type: 'stopped' });
    const waits = { ...program, code: 'await tools.echo({}); return 1;', tools: ['echo'] };
    const stopped = await executor.execute(waits, {
      signal: new AbortController().signal,
      call: async () => undefined,
    });
    expect(stopped).toMatchObject({ type: 'stopped' });
  });

  it('ends its worker if the host fails while a program waits', async () => {
    // It would keep the process alive.
    const ended = new Promise((resolve) => {
      process.once('worker', (worker) => worker.once('exit', resolve));
    });
    const program = { code: 'await tools.echo({});', tools: ['echo'], clock: { now: 0, seed: 0 }, store: {} };
    const call = () => Promise.reject(new Error('stale'));
    const host = { signal: new AbortController().signal, call };
    await expect(new QuickJsExecutor().execute({ ...program, limits: LIMITS }, host)).rejects.toThrow(
      'stale',
    );
    expect(await ended).toBe(1);
  });

  it('keeps concurrent programs apart', async () => {
    const each = Array.from({ length: 8 }, (_, n) =>
      run(
        `store.n = ${n}; await tools.echo({}); globalThis.x = (globalThis.x ?? 0) + 1; return [store.n, globalThis.x];`,
      ),
    );
    const ends = (await Promise.all(each)).map(({ end }) => (end as { value: unknown }).value);
    expect(ends).toEqual(Array.from({ length: 8 }, (_, n) => [n, 1]));
  });

  it('counts computing time without the time of calls, and logs what does not fit', async () => {
    const slow = await executor.execute(
      {
        code: 'for (let n = 0; n < 3; n++) await tools.wait(); return 1;',
        tools: ['wait'],
        clock: { now: 0, seed: 0 },
        store: {},
        limits: { ...LIMITS, cpuMs: 300 },
      },
      {
        signal: new AbortController().signal,
        call: async () => {
          await new Promise((resolve) => setTimeout(resolve, 150));
          return [{ value: 1 }];
        },
      },
    );
    expect(slow.type).toBe('returned');
    const { end } = await run('console.log("x".repeat(3000)); return 1;');
    expect([end.logs.length, end.lostLogs]).toEqual([2_000, 1_000]);
  });
});
