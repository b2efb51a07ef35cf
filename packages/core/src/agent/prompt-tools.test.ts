import { describeUnknown, type Manifest, suggestName } from '@toolwright/contract';
import { scriptedModel } from '@toolwright/llm/testing';
import { PromptRegistry } from '@toolwright/prompts';
import { ToolRegistry } from '@toolwright/tools';
import { Agent } from './agent.js';

interface Tools {
  forecast: { args: { city: string }; returns: string };
  alerts: { args: { city: string }; returns: string[] };
}
const manifest: Manifest<Tools> = { version: 1, tools: [] };

const forecast = {
  name: 'forecast',
  description: 'Weather of a city.',
  parameters: { type: 'object', properties: {} },
  execute: () => 'rain',
} as const;

// G5
describe('a prompt that names tools', () => {
  it('takes the names of its registry only, checked by the compiler', () => {
    const toolRegistry = new ToolRegistry(manifest);
    const prompts = new PromptRegistry({ toolRegistry });
    prompts.addPrompt('a', 'Ask forecast.', { tools: ['forecast', 'alerts'] });
    // @ts-expect-error no such tool
    prompts.addPrompt('b', 'Ask forecast.', { tools: ['forcast'] });
    // @ts-expect-error the scope knows the same tools
    prompts.scope('root').addPrompt('c', 'Ask forecast.', { tools: ['forcast'] });
    new PromptRegistry().addPrompt('d', 'Ask forecast.', { tools: ['anything'] });
    new PromptRegistry({ toolRegistry: new ToolRegistry() }).addPrompt('e', 'Text', { tools: ['anything'] });
    const own: PromptRegistry = prompts;
    expect(own.toolsOf('a')).toEqual(['forecast', 'alerts']);
    expect(own.toolsOf('nothing')).toBeUndefined();
  });

  it('refuses what is no list of names', () => {
    const add = (tools: unknown) => () =>
      new PromptRegistry().addPrompt('a', 'Text', { tools: tools as string[] });
    for (const tools of ['forecast', [1], [''], {}])
      expect(add(tools)).toThrow(expect.objectContaining({ code: 'INVALID_PROMPT' }));
  });

  it('replaces the names with the prompt', () => {
    const prompts = new PromptRegistry().addPrompt('a', 'One', { tools: ['forecast'] }).addPrompt('a', 'Two');
    expect(prompts.toolsOf('a')).toEqual([]);
  });

  const prompts = new PromptRegistry().addPrompt('assistant', 'Ask forecast.', {
    tools: ['forecast', 'alerts'],
  });
  const agentWith = (toolRegistry: ToolRegistry, replies: string[]) =>
    new Agent({ name: 'helper', llmClient: scriptedModel(replies), promptRegistry: prompts, toolRegistry });

  it('ends a run before the model is asked if the agent lacks one of them', async () => {
    const toolRegistry = new ToolRegistry();
    toolRegistry.register(forecast);
    const agent = agentWith(toolRegistry, []);
    await expect(agent.run('Rain?')).rejects.toMatchObject({
      code: 'UNKNOWN_TOOL',
      blame: 'developer',
      message: `The prompt 'assistant' of agent 'helper' names a tool that the agent does not have: ${describeUnknown('Tool', 'alerts', []).problem}`,
      hint: suggestName('alerts', ['forecast']),
    });
  });

  it('runs when they were registered after the agent was made', async () => {
    const toolRegistry = new ToolRegistry();
    const agent = agentWith(toolRegistry, ['Yes.']);
    toolRegistry.register(forecast);
    toolRegistry.register({ ...forecast, name: 'alerts' });
    expect((await agent.run('Rain?')).finalResponse).toBe('Yes.');
  });
});
