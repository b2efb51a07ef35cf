import type { Policy } from '@toolwright/core';
import { redact, stepOptions } from '@toolwright/core';
import { clerk, clerkModel } from '../clerk.test.support.js';
import { createMemoryStore } from '../memory-store.js';
import { openSession } from './session.js';

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

  it('are asked again when a run is replayed after a crash, without repeating recorded steps', async () => {
    const store = createMemoryStore();
    const executed: string[] = [];
    const large = { count: 0 };
    const asked = { count: 0 };
    const policies: Policy[] = [
      stepOptions(({ state }) => (state.iteration === 1 ? { model: clerkModel(large) } : undefined)),
      { name: 'no-notes', beforeTool: ({ name }) => (name === 'note' ? { refuse: 'no notes' } : undefined) },
    ];
    let crash = true;
    const agent = clerk(
      (tool) => {
        if (tool === 'send' && crash) throw new Error('unused');
        executed.push(tool);
      },
      { policies, llmClient: clerkModel(asked) },
    );
    const options = { store, id: 'a', agent };
    const controller = new AbortController();
    const stream = (await openSession(options)).runStream('go');
    for await (const event of stream) if (event.type === 'tool-result') break;
    crash = false;
    controller.abort();
    const session = await openSession(options);
    const open = (await session.state()).status;
    const result = open === 'idle' ? await session.run('go on') : await session.resume();
    expect(result.status).toBe('completed');
    expect(JSON.stringify(result.messages)).toContain('no notes');
    expect(executed).not.toContain('note');
  });
});
