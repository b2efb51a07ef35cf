import { type ToolOutcome, ToolwrightError, withDeveloperError } from '@toolwright/contract';
import { scriptedModel } from '@toolwright/llm/testing';
import { FunctionTool, ToolRegistry } from '@toolwright/tools';
import { Agent } from '../../agent/agent.js';
import type { AgentConfig } from '../../agent/agent-config.js';
import { stubTools } from '../../calls/stub-tools.test.support.js';
import type { ToolSource } from '../../calls/tool-source.js';
import type { Policy } from '../../policies/policy.js';
import { unpaired } from '../collect.test.support.js';

const SECRET = 'Run `npx toolwright codegen`.';
const mistake = () => new ToolwrightError('UNSUPPORTED', SECRET, { blame: 'developer', hint: 'Do so.' });
const calls = (...names: string[]) => ({ toolCalls: names.map((name) => ({ id: name, name })) });

/** Tools, of which `broken` cannot be executed because of the program. */
function brokenTools(answer: () => Promise<ToolOutcome>): ToolSource & { executed: unknown[] } {
  const tools = stubTools({
    broken: () => '',
    look: () => 'seen',
    slow: () => new Promise((resolve) => setTimeout(resolve, 20, 'slept')),
  });
  return {
    executed: tools.executed,
    listTools: () => tools.listTools(),
    execute: (name, args, execution) => (name === 'broken' ? answer() : tools.execute(name, args, execution)),
  };
}

const marked = async () => withDeveloperError({ result: null, error: SECRET }, mistake());
const rejected = () => Promise.reject(mistake());

function agentFor(config: Partial<AgentConfig>, ...script: Parameters<typeof scriptedModel>[0]) {
  const llmClient = scriptedModel(script);
  return { agent: new Agent({ llmClient, ...config }), llmClient };
}

// M2
describe('an error of the developer around a tool', () => {
  it.each([
    ['that the outcome names', marked],
    ['with which the source rejects', rejected],
  ])('%s ends the run, and no model reads it', async (_, answer) => {
    const { agent, llmClient } = agentFor({ toolRegistry: brokenTools(answer) }, calls('broken'), 'Next.');
    const result = await agent.run('go');
    expect(result).toMatchObject({ status: 'error', errorCode: 'UNSUPPORTED', errors: [SECRET] });
    expect(result.toolCalls).toMatchObject([
      { outcome: { error: 'The run failed during this call, which may have been executed.' } },
    ]);
    expect(unpaired(agent.memory)).toEqual([]);
    expect(await agent.run('again')).toMatchObject({ status: 'completed' });
    expect(JSON.stringify(llmClient.requests)).not.toContain('codegen');
  });

  it('waits for the calls in progress and starts no more', async () => {
    const toolRegistry = brokenTools(marked);
    const { agent } = agentFor(
      { toolRegistry, toolConcurrency: 2 },
      { toolCalls: ['slow', 'broken', 'look', 'look'].map((name, id) => ({ id: `c${id}`, name })) },
    );
    const result = await agent.run('go');
    expect(result).toMatchObject({ status: 'error', errors: [SECRET] });
    expect(result.toolCalls.map(({ outcome }) => outcome.error ?? outcome.result)).toEqual([
      'slept',
      'The run failed during this call, which may have been executed.',
      'The run failed before this call was finished.',
      'The run failed before this call was finished.',
    ]);
    expect(toolRegistry.executed).toEqual([{ name: 'slow', args: {} }]);
  });

  it("is thrown with onFailure: 'throw'", async () => {
    const { agent } = agentFor({ toolRegistry: brokenTools(marked), onFailure: 'throw' }, calls('broken'));
    await expect(agent.run('go')).rejects.toMatchObject({
      code: 'UNSUPPORTED',
      hint: 'Do so.',
      result: { status: 'error' },
    });
  });

  it('also ends the runs that gave the task to a sub-agent', async () => {
    const { agent: clerk } = agentFor({ name: 'clerk', toolRegistry: brokenTools(marked) }, calls('broken'));
    const toolRegistry = new ToolRegistry().register(clerk.asTool({ description: 'Gives a task.' }));
    const { agent } = agentFor(
      { toolRegistry },
      { toolCalls: [{ name: 'clerk', arguments: { task: 'Look.' } }] },
      'Done.',
    );
    const result = await agent.run('go');
    expect(result).toMatchObject({ status: 'error', errorCode: 'UNSUPPORTED', errors: [SECRET] });
    expect(JSON.stringify(result.messages)).not.toContain('codegen');
  });

  it('is a tool error if the tool itself throws it', async () => {
    const tool = new FunctionTool({
      name: 'inner',
      description: 'Calls another registry.',
      parameters: { type: 'object', properties: {}, additionalProperties: false },
      execute: rejected,
    });
    const { agent } = agentFor({ toolRegistry: new ToolRegistry().register(tool) }, calls('inner'), 'Done.');
    const result = await agent.run('go');
    expect(result).toMatchObject({ status: 'completed', toolCalls: [{ outcome: { error: SECRET } }] });
  });

  it('does not pause the run for a call that needs approval', async () => {
    const toolRegistry = stubTools(
      { look: () => 'seen', erase: () => 'gone' },
      { erase: { needsApproval: true } },
    );
    const policies: Policy[] = [
      {
        name: 'bad',
        beforeTool: ({ name }) => {
          if (name === 'look') throw mistake();
        },
      },
    ];
    const { agent } = agentFor({ toolRegistry, policies }, calls('erase', 'look'));
    const result = await agent.run('go');
    expect(result).toMatchObject({ status: 'error', errors: [SECRET], toolCalls: [{}, {}] });
    expect(toolRegistry.executed).toEqual([]);
    expect(unpaired(agent.memory)).toEqual([]);
  });

  it('is an error of a policy whose late answer throws', async () => {
    const answers = [
      () => {
        throw new Error('no luck');
      },
      () => Promise.reject(new ToolwrightError('ABORTED', 'no luck', { blame: 'user' })),
    ];
    for (const answer of answers) {
      const policies: Policy[] = [{ name: 'late', beforeTool: () => ({ answer }) }];
      const { agent } = agentFor(
        { toolRegistry: stubTools({ look: () => 'seen' }), policies },
        calls('look'),
      );
      const result = await agent.run('go');
      expect(result).toMatchObject({ status: 'error', errors: [expect.stringContaining('no luck')] });
      expect(JSON.stringify(result.messages)).not.toContain('no luck');
    }
  });
});
