import { clerk } from '../clerk.test.support.js';
import { createMemoryStore } from '../memory-store.js';
import { openSession } from './open-session.js';
import type { Session } from './session.js';
import type { SessionAgent } from './session-agent.js';

const nothing = (): void => {};

// D1
it.each(['memory', 'handoffs', 'approvalTtlMs'])(
  'a session refuses the option %s of its agent',
  async (option) => {
    const agent: SessionAgent = { ...clerk(nothing), [option]: 1 };
    const opened = openSession({ store: createMemoryStore(), id: 'a', agent });
    await expect(opened).rejects.toMatchObject({
      code: 'INVALID_CONFIG',
      message: expect.stringContaining(`'${option}'`),
    });
  },
);

// H7
describe('the pause of a session', () => {
  const store = createMemoryStore();
  const open = (approvalKey?: string): Promise<Session> =>
    openSession({ store, id: approvalKey ?? 'unsigned', agent: clerk(nothing, { approvalKey }) });

  it('is not signed without a key, so that any process can resume it', async () => {
    const { paused } = await (await open()).run('pay Ada');
    expect(paused).toMatchObject({ pending: [{ name: 'pay' }] });
    expect(paused).not.toHaveProperty('signature');
  });

  it('is signed with a key, and waits until the same key resumes it', async () => {
    const key = 'the key of the session';
    const { paused } = await (await open(key)).run('pay Ada');
    const decisions = { [paused?.pending[0]?.callId ?? '']: { approved: true } } as const;
    const agent = clerk(nothing, { approvalKey: 'the key of somebody else' });
    const other = await openSession({ store, id: key, agent });
    await expect(other.resume(decisions)).rejects.toMatchObject({ code: 'FORGED_RUN' });
    expect(await (await open(key)).resume(decisions)).toMatchObject({ status: 'completed' });
  });
});
