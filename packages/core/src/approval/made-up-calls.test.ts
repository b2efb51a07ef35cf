import { type FormerNames, type JsonObject, unknownToolMessage } from '@toolwright/contract';
import { scriptedModel } from '@toolwright/llm/testing';
import { FunctionTool, ToolRegistry } from '@toolwright/tools';
import { Agent } from '../agent/agent.js';

function agentWith(
  script: Parameters<typeof scriptedModel>[0],
  others: Readonly<Record<string, FormerNames>>,
) {
  const ran: string[] = [];
  const toolRegistry = new ToolRegistry();
  const tools = Object.entries({ pay: {}, ...others });
  for (const [name, was] of tools)
    toolRegistry.register(
      new FunctionTool({
        name,
        description: `Does ${name}.`,
        parameters: { type: 'object', properties: {} },
        annotations: { needsApproval: name === 'pay' },
        was,
        fn: (_: JsonObject) => {
          ran.push(name);
          return 'done';
        },
      }),
    );
  return { ran, agent: new Agent({ llmClient: scriptedModel(script), toolRegistry, approvalKey: false }) };
}

const REPLY = {
  toolCalls: [
    { id: 'p', name: 'pay', arguments: {} },
    { id: 'm', name: 'remove', arguments: {} },
  ],
};

// F6, C8
describe('a call of a tool that did not exist when the run was paused', () => {
  it.each<[string, Readonly<Record<string, FormerNames>>]>([
    ['has the name', { remove: {} }],
    ['had the name', { erase: { tool: ['remove'] } }],
    ['has and had it', { remove: {}, erase: { tool: ['remove'] } }],
  ])('stays refused if a tool of the new version %s', async (_how, others) => {
    const { paused } = await agentWith([REPLY], {}).agent.run('go');
    expect(paused?.pending.map(({ name }) => name)).toEqual(['pay']);
    const { agent, ran } = agentWith(['Done.'], others);
    const { toolCalls } = await agent.resume(JSON.parse(JSON.stringify(paused)), { p: { approved: true } });
    expect(ran).toEqual(['pay']);
    expect(toolCalls[1]).toMatchObject({
      name: 'remove',
      outcome: { error: unknownToolMessage('remove', ['pay']) },
    });
    expect(toolCalls[1]).not.toHaveProperty('calledAs');
  });
});
