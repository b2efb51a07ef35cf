import { ESCAPES } from '../testing/escapes.js';
import { executeTest, executorTests } from '../testing/executor-tests.js';
import { QuickJsExecutor } from './quickjs-executor.js';

const executor = new QuickJsExecutor();

// J3
describe('the sandbox', () => {
  it('is tried by at least 150 programs', () => {
    expect(new Set(ESCAPES.map(({ code }) => code)).size).toBeGreaterThanOrEqual(150);
  });

  it.each(executorTests().map((one) => [one.name, one] as const))('%s', (_, test) => test.run(executor));

  it('names the memory as the limit, also for typed arrays', async () => {
    const { end } = await executeTest(executor, 'const a = []; for (;;) a.push(new Uint8Array(1e6));');
    expect(end).toMatchObject({ type: 'limit', limit: 'memoryMb' });
  });

  it('ends its worker if the host fails while a program waits', async () => {
    // It would keep the process alive. The process keeps four workers; this needs one more.
    const ended = new Promise((resolve) => {
      process.once('worker', (worker) => worker.once('exit', resolve));
    });
    const call = () => Promise.reject(new Error('stale'));
    const runs = Array.from({ length: 5 }, () =>
      executeTest(new QuickJsExecutor(), 'await tools.echo({});', {}, { call }),
    );
    for (const run of await Promise.allSettled(runs)) expect(run.status).toBe('rejected');
    expect(await ended).toBe(1);
  });

  it('shares the workers of the process', async () => {
    await executeTest(new QuickJsExecutor(), 'return 1;');
    let workers = 0;
    const count = () => workers++;
    process.on('worker', count);
    for (let n = 0; n < 6; n++) await executeTest(new QuickJsExecutor(), 'return 1;');
    process.off('worker', count);
    expect(workers).toBe(0);
  });

  it('never blocks the host for long, whatever the program passes', async () => {
    const limits = { memoryMb: 256, cpuMs: 20_000, calls: 100, values: 1_000_000, output: 9, logs: 9 };
    let longest = 0;
    let last = performance.now();
    const tick = () => {
      longest = Math.max(longest, performance.now() - last);
      last = performance.now();
    };
    const timer = setInterval(tick, 1);
    const code = `
      const text = 'x'.repeat(900_000);
      await Promise.all(Array.from({ length: 60 }, () => tools.echo({ text })));
      return 1;`;
    const { end } = await executeTest(executor, code, { limits });
    clearInterval(timer);
    expect(end).toMatchObject({ type: 'returned' });
    // One value takes a few milliseconds, all together more than a second on a slow machine.
    expect(longest).toBeLessThan(1_000);
  });
});
