import { type ToolSource, ToolwrightError, withDeveloperError } from '@toolwright/contract';
import { clerk } from '../clerk.test.support.js';
import { createMemoryStore } from '../memory-store.js';
import { openSession } from '../sessions/open-session.js';

// M2
it('an error of the developer ends the run, and is not recorded as the outcome of the call', async () => {
  const error = new ToolwrightError('STALE_MANIFEST', 'Run codegen.', { blame: 'developer' });
  const working = clerk(() => {}).toolRegistry as ToolSource; // a clerk always has tools
  const toolRegistry: ToolSource = {
    listTools: () => working.listTools(),
    execute: async () => withDeveloperError({ result: null, error: error.message }, error),
  };
  const store = createMemoryStore();
  const session = await openSession({ store, id: 'a', agent: clerk(() => {}, { toolRegistry }) });
  const result = await session.run('write to Ada');
  expect(result).toMatchObject({ status: 'error', errorCode: 'STALE_MANIFEST', errors: ['Run codegen.'] });
  const types = (await store.read('a')).map(({ record }) => record.type);
  expect(types).toContain('tool-start');
  expect(types).not.toContain('tool-outcome');
  const next = await openSession({ store, id: 'a', agent: clerk(() => {}) });
  expect(await next.run('write to Ada')).toMatchObject({ status: 'completed' });
});
