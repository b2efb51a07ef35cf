import { Database, whileUnreachable } from './database.js';

it('steps that wait for a server end with the worker', async () => {
  const database = new Database('postgresql://127.0.0.1:1/x', { id: 'a', onError: () => {} });
  const queries = Array.from({ length: 30 }, () => database.query('SELECT 1', [], Number.POSITIVE_INFINITY));
  const outcomes = Promise.allSettled(queries);
  await new Promise((resolve) => setTimeout(resolve, 300));
  await database.close();
  for (const outcome of await outcomes)
    expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'STORE_FAILED' } });
});

it('an attempt waits no longer than the worker allows, so that a heartbeat comes in time after an outage', async () => {
  let attempts = 0;
  const work = async (): Promise<never> => {
    attempts++;
    throw Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
  };
  const options = { patienceMs: 3000, maxWaitMs: 150 };
  await expect(whileUnreachable(work, 'postgresql://x/y', options)).rejects.toMatchObject({
    code: 'STORE_FAILED',
  });
  // With doubled waits there would be 6.
  expect(attempts).toBeGreaterThan(10);
});
