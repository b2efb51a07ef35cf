import type { AgentEvent, Logger, RunInfo } from '@toolwright/contract';
import { scriptedModel } from '@toolwright/llm/testing';
import { ToolRegistry } from '@toolwright/tools';
import { Agent } from '../../agent/agent.js';

function listen(): { readonly logger: Logger; readonly heard: string[] } {
  const heard: string[] = [];
  const logger = { log: ({ type }: AgentEvent, { agent }: RunInfo) => void heard.push(`${agent} ${type}`) };
  return { logger, heard };
}

// K2
describe('the logger of a run', () => {
  it('hears what the logger of the agent hears', async () => {
    const [own, given] = [listen(), listen()];
    const agent = new Agent({
      llmClient: scriptedModel([{ text: 'Yes.' }, { text: 'No.' }]),
      logger: own.logger,
    });
    await agent.run('Hello?', { logger: given.logger });
    expect(given.heard).toEqual(own.heard);
    expect(given.heard).toContain('agent run-end');
    await agent.run('And now?');
    expect(own.heard.length).toBe(given.heard.length * 2);
  });

  it('also hears of sub-agents, whether they have a logger or not', async () => {
    const [own, given] = [listen(), listen()];
    const call = (name: string) => ({ toolCalls: [{ name, arguments: { task: 'go' } }] });
    const quiet = new Agent({ name: 'quiet', llmClient: scriptedModel([{ text: 'q' }]) });
    const loud = new Agent({ name: 'loud', llmClient: scriptedModel([{ text: 'l' }]), logger: own.logger });
    const agent = new Agent({
      name: 'top',
      llmClient: scriptedModel([call('quiet'), call('loud'), { text: 'Done.' }]),
      toolRegistry: new ToolRegistry().register(quiet.asTool()).register(loud.asTool()),
    });
    await agent.run('Go', { logger: given.logger });
    for (const name of ['top', 'quiet', 'loud']) {
      expect(given.heard.filter((line) => line === `${name} run-end`)).toHaveLength(1);
    }
    expect(own.heard).toContain('loud run-end');
    expect(own.heard.every((line) => line.startsWith('loud'))).toBe(true);
  });
});

// K2
it('a run that is not remembered starts with the memory of the agent and leaves it as it is', async () => {
  const model = scriptedModel([{ text: 'One.' }, { text: 'Two.' }, { text: 'Three.' }]);
  const agent = new Agent({ llmClient: model, systemPrompt: 'Be brief.' });
  await agent.run('First?');
  const before = [...agent.memory];
  const { finalResponse } = await agent.run('Second?', { remember: false });
  expect(finalResponse).toBe('Two.');
  expect(agent.memory).toEqual(before);
  expect(model.requests[1]?.messages.map(({ content }) => content)).toEqual([
    'Be brief.',
    'First?',
    'One.',
    'Second?',
  ]);
  await agent.run('Third?');
  expect(model.requests[2]?.messages.map(({ content }) => content)).not.toContain('Second?');
});

it('an agent lists the tools that it offers', () => {
  const helper = new Agent({ name: 'helper', llmClient: scriptedModel([]) });
  const toolRegistry = new ToolRegistry().register(helper.asTool());
  expect(new Agent({ llmClient: scriptedModel([]), toolRegistry }).tools).toBe(toolRegistry.listTools());
  expect(helper.tools).toEqual([]);
});
