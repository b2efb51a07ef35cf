import type { Policy } from '@toolwright/core';
import { redact, stepOptions } from '@toolwright/core';
import { clerk, clerkModel } from '../clerk.test.support.js';
import { createMemoryStore } from '../memory-store.js';
import { failingStore } from './failing-store.test.support.js';
import { openSession } from './open-session.js';

const nothing = (): void => {};

// H2
describe('the policies of a session', () => {
  it('hold in its runs, and what they change is what the session keeps', async () => {
    const policies = [redact({ name: /Ada/ })];
    const store = createMemoryStore();
    const session = await openSession({ store, id: 'a', agent: clerk(nothing, { policies }) });
    await session.run('write to Ada');
    const { messages } = await session.state();
    expect(messages[0]).toMatchObject({ role: 'user', content: 'write to [name]' });
    expect(JSON.stringify(messages)).not.toContain('Ada');
  });

  it('a refused input leaves the session as it was', async () => {
    const policies: Policy[] = [
      { name: 'guard', onInput: ({ content }) => (content === 'bad' ? { refuse: 'no' } : undefined) },
    ];
    const session = await openSession({ store: createMemoryStore(), agent: clerk(nothing, { policies }) });
    expect(await session.run('bad')).toMatchObject({ status: 'refused', stoppedBy: 'guard' });
    expect((await session.state()).messages).toEqual([]);
    expect(await session.run('good')).toMatchObject({ status: 'completed' });
  });

  it('are asked again when a run is replayed after a crash, and no recorded reply is requested again', async () => {
    const asked = { count: 0 };
    const large = { count: 0 };
    const executed: string[] = [];
    const policies: Policy[] = [
      stepOptions(({ state }) => (state.iteration === 1 ? { model: clerkModel(large) } : undefined)),
      { name: 'no-notes', beforeTool: ({ name }) => (name === 'note' ? { refuse: 'no notes' } : undefined) },
    ];
    const agent = clerk((tool) => executed.push(tool), { policies, llmClient: clerkModel(asked) });
    const store = createMemoryStore();
    // The record after the last reply.
    const session = await openSession({ store: failingStore(store, 9), id: 'a', agent });
    await expect(session.run('write to Ada')).rejects.toThrow('disk full');
    const result = await (await openSession({ store, id: 'a', agent })).resume();
    expect(result).toMatchObject({ status: 'completed', iteration: 3 });
    expect(JSON.stringify(result.messages)).toContain('no notes');
    expect(executed).toEqual(['look', 'send']);
    expect([large.count, asked.count]).toEqual([1, 2]);
  });
});
