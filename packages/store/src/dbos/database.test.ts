import { Database } from './database.js';

it('steps that wait for a server end with the worker', async () => {
  const database = new Database('postgresql://127.0.0.1:1/x', { id: 'a', onError: () => {} });
  const queries = Array.from({ length: 30 }, () => database.query('SELECT 1', [], Number.POSITIVE_INFINITY));
  const outcomes = Promise.allSettled(queries);
  await new Promise((resolve) => setTimeout(resolve, 300));
  await database.close();
  for (const outcome of await outcomes)
    expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'STORE_FAILED' } });
});
