import { soakAgent } from './soak-agent.mjs';

it('hundreds of turns keep nothing but the history', async () => {
  // The first half warms up the compiler and its caches.
  const { checkpoints, statuses } = await soakAgent({ turns: 600, checkpoints: 4 });
  const [, second, , last] = checkpoints;
  expect(last?.turns).toBeGreaterThanOrEqual(600);
  expect(last?.historyMb).toBeGreaterThan(0.01);
  expect((last?.heapMb ?? Number.NaN) - (second?.heapMb ?? 0)).toBeLessThan(2);
  expect([last?.listeners, last?.timers]).toEqual([0, expect.any(Number)]);
  for (const status of ['completed', 'error', 'aborted']) expect(statuses[status]).toBeGreaterThan(20);
});
