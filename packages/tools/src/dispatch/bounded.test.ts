import type { ToolContext } from '@toolwright/contract';
import { code, registryOf, sleep } from './run-tool.test.fixture.js';

describe('timeouts', () => {
  it('answer for a tool that never returns, and tell the tool', async () => {
    const seen: unknown[] = [];
    const registry = registryOf((context) => {
      context.signal.addEventListener('abort', () => seen.push(context.signal.reason));
      return new Promise(() => undefined);
    });
    expect(await registry.execute('work', {}, { timeoutMs: 10 })).toEqual({
      result: null,
      error: "'work' took longer than 10 ms and was stopped.",
    });
    expect(seen).toEqual([code('TOOL_TIMEOUT')]);
    await expect(registry.call('work', {}, { timeoutMs: 1 })).rejects.toEqual(code('TOOL_TIMEOUT'));
  });

  it('come from the annotation unless the call sets another one', async () => {
    const registry = registryOf(() => sleep(30).then(() => 'done'), { timeoutMs: 5 });
    expect(await registry.execute('work', {})).toMatchObject({
      error: expect.stringMatching(/longer than 5 ms/),
    });
    expect(await registry.execute('work', {}, { timeoutMs: 5_000 })).toEqual({ result: 'done', error: null });
    expect(await registry.execute('work', {}, { timeoutMs: Number.POSITIVE_INFINITY })).toEqual({
      result: 'done',
      error: null,
    });
  });

  it('stop a generator, which then runs its clean-up', async () => {
    const seen: string[] = [];
    let cleanedUp = (): void => undefined;
    const cleanUp = new Promise<void>((resolve) => {
      cleanedUp = resolve;
    });
    const registry = registryOf(async function* () {
      try {
        for (;;) {
          await sleep(5);
          yield 'tick';
        }
      } finally {
        seen.push('cleaned up');
        cleanedUp();
      }
    });
    const outcome = await registry.execute(
      'work',
      {},
      { timeoutMs: 12, onProgress: () => seen.push('tick') },
    );
    expect(outcome.error).toMatch(/longer than 12 ms/);
    const ticks = seen.length;
    await cleanUp;
    expect(seen.slice(ticks)).toEqual(['cleaned up']);
  });

  it('give a tool that reads the signal late an aborted signal', async () => {
    let context: ToolContext | undefined;
    const registry = registryOf((given) => {
      context = given;
      return new Promise(() => undefined);
    });
    await registry.execute('work', {}, { timeoutMs: 1 });
    expect(context?.signal.aborted).toBe(true);
  });

  it('leave no timer and no listener behind', async () => {
    const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
    const before = timers();
    const { signal } = new AbortController();
    let listeners = 0;
    const { addEventListener, removeEventListener } = signal;
    signal.addEventListener = (...args: Parameters<typeof addEventListener>) => {
      listeners += 1;
      addEventListener.apply(signal, args);
    };
    signal.removeEventListener = (...args: Parameters<typeof removeEventListener>) => {
      listeners -= 1;
      removeEventListener.apply(signal, args);
    };
    const registry = registryOf(async () => 'done');
    const calls = Array.from({ length: 20 }, () => registry.call('work', {}, { signal, timeoutMs: 60_000 }));
    expect(listeners).toBe(1);
    expect(timers()).toBe(before + 1);
    await Promise.all(calls);
    expect(listeners).toBe(0);
    expect(timers()).toBe(before);
  });
});

describe('aborting', () => {
  it('before the call prevents the tool from running', async () => {
    let runs = 0;
    const registry = registryOf(() => {
      runs += 1;
    });
    const signal = AbortSignal.abort('stop');
    expect(await registry.execute('work', {}, { signal })).toEqual({
      result: null,
      error: "The call to 'work' was aborted.",
    });
    await expect(registry.call('work', {}, { signal })).rejects.toMatchObject({
      code: 'ABORTED',
      cause: 'stop',
    });
    expect(() => registry.callSync('work', {}, { signal })).toThrow(code('ABORTED'));
    expect(runs).toBe(0);
  });

  it('during the call answers at once and reaches the tool', async () => {
    const controller = new AbortController();
    let context: ToolContext | undefined;
    const registry = registryOf((given) => {
      context = given;
      return new Promise(() => undefined);
    });
    for (const timeoutMs of [undefined, 60_000]) {
      const outcome = registry.execute('work', {}, { signal: controller.signal, timeoutMs });
      controller.abort();
      expect((await outcome).error).toBe("The call to 'work' was aborted.");
      expect(context?.signal.aborted).toBe(true);
    }
  });

  it('by the tool itself, before it returns its promise, ends the call', async () => {
    const controller = new AbortController();
    const registry = registryOf(() => {
      controller.abort();
      return new Promise(() => undefined);
    });
    expect((await registry.execute('work', {}, { signal: controller.signal })).error).toMatch(/was aborted/);
  });

  it('between the steps of a generator ends the generator', async () => {
    const controller = new AbortController();
    const registry = registryOf(function* () {
      for (;;) yield 'step';
    });
    const outcome = await registry.execute(
      'work',
      {},
      { signal: controller.signal, onProgress: () => controller.abort() },
    );
    expect(outcome.error).toMatch(/was aborted/);
  });
});
