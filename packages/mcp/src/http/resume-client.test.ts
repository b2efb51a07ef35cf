/** Our own client when its connection is interrupted during a call, in the last revision with sessions. */
import { ToolRegistry } from '@toolwright/tools';
import { connectMcp } from '../client/connect-mcp.js';
import { broken, closeAll, serve } from './resume.test.support.js';
import type { ResumeOptions } from './resume-options.js';

afterEach(closeAll);

it('lets our own client resume by itself', async () => {
  const { url, step } = await serve();
  const connection = await connectMcp({ url, revision: '2025-11-25' });
  try {
    const registry = new ToolRegistry();
    connection.addTo(registry);
    const progress: unknown[] = [];
    const call = registry.call('work', {}, { onProgress: (value) => progress.push(value) });
    for (const _ of [1, 2, 3]) await step();
    expect(await call).toBe('all done');
    expect(progress).toEqual([1, 2, 3].map((value) => ({ progress: value, total: 3 })));
  } finally {
    await connection.close();
  }
});

it('fails a call of our own client at once if the rest is lost', async () => {
  // All events happen while the client is away, and only the last ones are kept.
  await expectRestLost({ maxEvents: 2, retryMs: 200 });
});

it('fails a call of our own client at once if the store is broken', async () => {
  await expectRestLost({ store: broken, retryMs: 10 });
});

/** Expects that the call fails and the connection stays usable. */
async function expectRestLost(resume: ResumeOptions): Promise<void> {
  const { url, step } = await serve({ resume });
  const connection = await connectMcp({ url, revision: '2025-11-25' });
  try {
    const registry = new ToolRegistry();
    connection.addTo(registry);
    const call = registry.call('work', {}, { onProgress: () => undefined });
    const steps = (async () => {
      for (const _ of [1, 2, 3]) await step();
    })();
    await expect(call).rejects.toMatchObject({ code: 'NETWORK' });
    await steps;
    expect((await connection.request('ping', {})) !== undefined).toBe(true);
  } finally {
    await connection.close();
  }
}
