import fc from 'fast-check';
import { type Deadline, Deadlines } from './deadlines.js';

/** A separate deadline; when it expires, all earlier ones have expired. */
const expiry = (deadlines: Deadlines, ms: number) =>
  new Promise<void>((resolve) => void deadlines.add(ms, resolve));
const liveTimers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;

describe('Deadlines', () => {
  it('expire in the order of their times, not of their creation', async () => {
    const deadlines = new Deadlines();
    const expired: number[] = [];
    // The clock stands still meanwhile, so that a pause of the process cannot change the order.
    const now = performance.now();
    performance.now = () => now;
    for (const ms of [40, 10, 25, 10, 0, -5]) deadlines.add(ms, () => expired.push(ms));
    const all = expiry(deadlines, 41);
    Reflect.deleteProperty(performance, 'now');
    await all;
    expect(expired).toEqual([-5, 0, 10, 10, 25, 40]);
  });

  it('do not expire after they were cancelled, even twice', async () => {
    const deadlines = new Deadlines();
    const expired: string[] = [];
    const first = deadlines.add(5, () => expired.push('first'));
    deadlines.add(10, () => expired.push('second'));
    deadlines.cancel(first);
    deadlines.cancel(first);
    await expiry(deadlines, 11);
    expect(expired).toEqual(['second']);
  });

  it('never expire early', async () => {
    const deadlines = new Deadlines();
    const begun = performance.now();
    const late = await new Promise<number>((resolve) => {
      deadlines.add(20, () => resolve(performance.now() - begun));
    });
    expect(late).toBeGreaterThanOrEqual(20);
  });

  it('share one timer, and let the process end when none is pending', () => {
    const before = liveTimers();
    const deadlines = new Deadlines();
    const pending = Array.from({ length: 100 }, (_, index) => deadlines.add(60_000 - index, () => undefined));
    expect(liveTimers()).toBe(before + 1);
    for (const deadline of pending) deadlines.cancel(deadline);
    expect(liveTimers()).toBe(before);
    deadlines.cancel(deadlines.add(60_000, () => undefined));
    expect(liveTimers()).toBe(before);
  });

  it('may be set while another one expires', async () => {
    const deadlines = new Deadlines();
    const expired: string[] = [];
    await new Promise<void>((resolve) => {
      deadlines.add(1, () => {
        expired.push('outer');
        deadlines.add(1, () => {
          expired.push('inner');
          resolve();
        });
      });
    });
    expect(expired).toEqual(['outer', 'inner']);
  });

  it('expire if and only if they were not cancelled, whatever the order of events', async () => {
    const steps = fc.array(
      fc.record({ ms: fc.integer({ min: 0, max: 15 }), cancels: fc.option(fc.nat(40)) }),
      { maxLength: 200 },
    );
    await fc.assert(
      fc.asyncProperty(steps, async (plan) => {
        const deadlines = new Deadlines();
        const all: Deadline[] = [];
        const cancelled = new Set<number>();
        const expired = new Set<number>();
        for (const [index, { ms, cancels }] of plan.entries()) {
          all.push(deadlines.add(ms, () => expired.add(index)));
          const victim = cancels === null ? undefined : all[cancels];
          if (cancels !== null && victim !== undefined) {
            deadlines.cancel(victim);
            cancelled.add(cancels);
          }
        }
        await expiry(deadlines, 16);
        const expected = [...all.keys()].filter((index) => !cancelled.has(index));
        expect([...expired].sort((a, b) => a - b)).toEqual(expected);
      }),
      { numRuns: 15 },
    );
  });
});
