import { CapabilityAgent } from '../capability-agent.js';
import { gitOutputs } from '../git-capabilities.js';
import { calls, models, modelsForTests } from '../model-server.test.support.js';
import { createUpdateTools } from './update-tools.js';

const start = modelsForTests();
const draft = { emoji: null, title: 'Add a parser', message: '' };

// E5
describe('tools made by createUpdateTools', () => {
  const updateTools = createUpdateTools({
    updateCommit: gitOutputs.GeneratedMessage,
    updatePullRequest: gitOutputs.PullRequest,
    updateReview: gitOutputs.Review,
  });

  it('take the whole new value and pass it to the listener', async () => {
    const server = await start({ main: [calls('updateCommit', draft), 'Changed.'] });
    const updates: unknown[] = [];
    const agent = new CapabilityAgent({ ...models(server), updateTools });
    await agent.executeTask('chat', 'Shorter.', { onUpdate: (update) => updates.push(update) });
    expect(updates).toEqual([{ tool: 'updateCommit', value: draft }]);
  });

  it('refuse a value of the wrong type without calling the listener', async () => {
    const server = await start({ main: [calls('updateCommit', { title: 7, text: 'x' }), 'Sorry.'] });
    const updates: unknown[] = [];
    const agent = new CapabilityAgent({ ...models(server), updateTools });
    await agent.executeTask('chat', 'Shorter.', { onUpdate: (update) => updates.push(update) });
    expect(updates).toEqual([]);
    expect(String(server.requests[1]?.messages.at(-1)?.content)).toMatch(/^Tool error: /);
  });
});
