/** Tasks of servers that the client does not wait for to the end. */
import { setTimeout as sleep } from 'node:timers/promises';
import { ToolRegistry } from '@toolwright/tools';
import { connectMcp } from '../connect-mcp.js';
import { connect, endAll } from '../connected.test.support.js';
import { listed, rogueServer } from '../rogue-server.test.support.js';

afterEach(endAll);

/** A server of 2026-07-28 whose task asks the person. Its tool `log` returns what was asked of it. */
const ASKING = rogueServer(
  `case 'server/discover': answer({ resultType: 'complete', supportedVersions: ['2026-07-28'], capabilities: { tools: {} },
     serverInfo: { name: 'rogue', version: '1' }, ttlMs: 0, cacheScope: 'private' }); break;
   case 'tools/list': answer({ resultType: 'complete', ttlMs: 0, cacheScope: 'private', tools }); break;
   case 'tools/call':
     if (params.name === 'job') answer({ resultType: 'task', taskId: 't', status: 'working', pollIntervalMs: 20, ttlMs: null });
     else answer({ resultType: 'complete', content: [{ type: 'text', text: String(waiting) }] });
     break;
   case 'tasks/cancel': waiting = 'cancelled'; answer({ resultType: 'complete' }); break;
   case 'tasks/get': answer({ resultType: 'complete', taskId: 't', status: 'input_required', pollIntervalMs: 20, inputRequests: {
     a: { method: 'elicitation/create', params: { message: 'Well?', requestedSchema: { type: 'object', properties: {} } } } } });`,
  [listed('job'), listed('log')],
);

it('an abort while the person is asked ends the call and the task', async () => {
  const end = new AbortController();
  const { registry } = await connect({
    ...ASKING,
    onElicit: () => {
      setImmediate(() => end.abort());
      return new Promise(() => undefined);
    },
  });
  const call = registry.call('job', {}, { signal: end.signal });
  const outcome = await Promise.race([call.catch(({ code }: { code: string }) => code), sleep(10_000)]);
  expect(outcome).toBe('ABORTED');
  while ((await registry.call('log')) !== 'cancelled') await sleep(20);
});

it('a connection that is closed while the person is asked ends the call', async () => {
  const connection = await connectMcp({
    ...ASKING,
    onElicit: () => {
      setImmediate(() => void connection.close());
      return new Promise(() => undefined);
    },
  });
  const registry = new ToolRegistry();
  connection.addTo(registry);
  const call = registry.call('job').catch(({ code }: { code: string }) => code);
  expect(await Promise.race([call, sleep(10_000)])).toBe('NETWORK');
});

it('a task that asks what nobody answers is cancelled', async () => {
  const { registry } = await connect(ASKING);
  await expect(registry.call('job')).rejects.toMatchObject({ code: 'UNSUPPORTED' });
  expect(await registry.call('log')).toBe('cancelled');
});
