import { loadCapabilities } from './capability/load-capabilities.js';
import { CapabilityAgent } from './capability-agent.js';
import { gitCapabilities, gitOutputs } from './git/git-capabilities.js';
import { type ModelServer, models, type Step, startModels, systemText } from './model-server.test.support.js';

const MESSAGE = { emoji: null, title: 'Add a parser', message: '' };
const REVIEW = { summary: 'Fine.', findings: [], strengths: [], verdict: 'approve' };
const APPROVAL = { requiresRevision: false, issues: [], revisionPrompt: '', confidence: 0.9 };

const servers: ModelServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
});

async function start(scripts: Readonly<Record<string, readonly Step[]>>): Promise<ModelServer> {
  const server = await startModels(scripts);
  servers.push(server);
  return server;
}

const capabilities = await loadCapabilities(gitCapabilities);

// E1, E2
describe('executeTask', () => {
  it('does tasks of several capabilities with one agent, each with its prompt and its type of answer', async () => {
    const server = await start({
      main: [JSON.stringify(MESSAGE), JSON.stringify(REVIEW), 'It parses.'],
      fast: [JSON.stringify(APPROVAL)],
    });
    const agent = new CapabilityAgent({ ...models(server), capabilities, outputs: gitOutputs });
    const commit = await agent.executeTask('commit', 'Write a message.');
    if (commit.type !== 'GeneratedMessage') throw new Error(`It is a ${commit.type}.`);
    const title: string = commit.value.title;
    expect(title).toBe('Add a parser');
    const review = await agent.executeTask('review', 'Review it.');
    if (review.type !== 'Review') throw new Error(`It is a ${review.type}.`);
    const verdict: 'approve' | 'comment' | 'request-changes' = review.value.verdict;
    expect(verdict).toBe('approve');
    const chat = await agent.executeTask('chat', 'What does it do?');
    expect(chat).toMatchObject({ type: 'PlainText', value: 'It parses.', turns: 1, revised: false });
    const prompts = server.asked('main').map(systemText);
    expect(
      prompts.map((prompt) => /message of one commit|Review the changes|questions about/.exec(prompt)?.[0]),
    ).toEqual(['message of one commit', 'Review the changes', 'questions about']);
  });
});
