import { unknownToolMessage } from '@toolwright/contract';
import { type ScriptStep, scriptedModel } from '@toolwright/llm/testing';
import { Prompt, PromptRegistry } from '@toolwright/prompts';
import { ToolRegistry } from '@toolwright/tools';
import { Agent } from '../agent/agent.js';
import type { AgentConfig } from '../agent/agent-config.js';
import { agentCall } from '../agent-call/agent-call.js';
import { stubTools } from '../calls/stub-tools.test.support.js';
import type { Handoff } from '../delegation/handoff.js';
import type { Policy } from './policy.js';
import { redact } from './shipped/redact.js';
import { untrusted } from './shipped/untrusted.js';

const step = (name: string, args: object = {}): ScriptStep => ({
  toolCalls: [{ id: name, name, arguments: args }],
});

const deny = (name: string, subAgents?: boolean): Policy => ({
  name,
  subAgents,
  beforeTool: (call) => (call.name === 'pay' ? { refuse: `${name} says no` } : undefined),
});

// H2
describe('the policies of a run', () => {
  const family = (policies: readonly Policy[], own: Partial<AgentConfig> = {}) => {
    const toolRegistry = stubTools({ pay: () => 'paid by ann@x.org' });
    const childModel = scriptedModel([step('pay'), 'Done.']);
    const child = new Agent({ name: 'child', llmClient: childModel, toolRegistry, ...own });
    const llmClient = scriptedModel([step('child', { task: 'Pay.' }), 'All done.']);
    const boss = new Agent({
      llmClient,
      toolRegistry: new ToolRegistry().register(child.asTool()),
      policies,
    });
    return { boss, childModel, toolRegistry };
  };

  it('do not hold in the runs of sub-agents, unless they say so', async () => {
    const own = family([deny('boss')]);
    await own.boss.run('go');
    expect(own.toolRegistry.executed).toHaveLength(1);
    const shared = family([deny('boss', true)]);
    await shared.boss.run('go');
    expect(shared.toolRegistry.executed).toEqual([]);
    expect(shared.childModel.requests[1]?.messages.at(-1)?.content).toContain('boss says no');
  });

  it('stand behind the policies of the sub-agent', async () => {
    const { boss, childModel } = family([deny('boss', true)], { policies: [deny('child')] });
    await boss.run('go');
    expect(childModel.requests[1]?.messages.at(-1)?.content).toContain('boss says no');
  });

  it('redact what a sub-agent reads', async () => {
    const { boss, childModel } = family([redact({ email: /\S+@\S+/ })]);
    await boss.run('go');
    expect(childModel.requests[1]?.messages.at(-1)?.content).toBe('paid by [email]');
  });

  it('mark what a sub-agent answers if it has read text of others', async () => {
    const { boss } = family([untrusted(({ name }) => name === 'pay')]);
    const { toolCalls } = await boss.run('go');
    expect(toolCalls).toMatchObject([{ name: 'child', outcome: { result: 'Done.', untrusted: true } }]);
  });

  it('a sub-agent that a policy ends answers its caller with the reason', async () => {
    const policies: Policy[] = [{ name: 'quota', beforeModel: () => ({ end: 'used up' }) }];
    const { boss } = family([], { policies });
    expect(await boss.run('go')).toMatchObject({
      toolCalls: [{ outcome: { error: expect.stringContaining("stopped by 'quota': used up") } }],
    });
  });

  it('stay after a handoff, and those of the other agent join them', async () => {
    const toolRegistry = stubTools({ pay: () => 'paid', look: () => 'seen' });
    const llmClient = scriptedModel([step('pay'), step('look'), 'Done.']);
    const billing = new Agent({ name: 'billing', llmClient, toolRegistry, policies: [deny('billing')] });
    const seen: string[] = [];
    const watch: Policy = { name: 'desk', beforeTool: ({ name }) => void seen.push(name) };
    const desk = new Agent({
      name: 'desk',
      llmClient: scriptedModel([step('transfer_to_billing')]),
      handoffs: [billing.asHandoff()],
      policies: [watch],
    });
    const { toolCalls } = await desk.run('go');
    expect(seen).toEqual(['transfer_to_billing', 'pay', 'look']);
    expect(toolCalls.map(({ outcome }) => outcome.error)).toEqual([null, 'billing says no', null]);
  });

  it('of the agent that took over hold in its sub-agents, also after a pause', async () => {
    const llmClient = scriptedModel([step('pay'), 'Done for ann@x.org.']);
    const toolRegistry = stubTools({ pay: () => 'paid by ann@x.org' }, { pay: { needsApproval: true } });
    const child = new Agent({ name: 'child', llmClient, toolRegistry });
    const billing = new Agent({
      name: 'billing',
      llmClient: scriptedModel([step('child', { task: 'Pay ann@x.org.' }), 'All done.']),
      toolRegistry: new ToolRegistry().register(child.asTool()),
      policies: [redact({ email: /[\w.]+@[\w.]+\w/ })],
    });
    const desk = new Agent({
      name: 'desk',
      llmClient: scriptedModel([step('transfer_to_billing')]),
      handoffs: [billing.asHandoff()],
    });
    const { paused } = await desk.run('go');
    const [pending] = paused?.pending ?? [];
    await desk.resume(paused, { [pending?.callId ?? '']: { approved: true } });
    const { requests } = llmClient;
    expect(requests).toHaveLength(2);
    expect(JSON.stringify(requests)).not.toContain('ann@x.org');
    expect(JSON.stringify(requests)).toContain('[email]');
  });

  it('are asked once if the agent gets the conversation back', async () => {
    const asked: string[] = [];
    const watch = (name: string): Policy => ({
      name,
      beforeModel: (_, { agent }) => void asked.push(`${name} ${agent}`),
    });
    const back: Handoff[] = [];
    const billing = new Agent({
      name: 'billing',
      llmClient: scriptedModel([step('transfer_to_desk')]),
      handoffs: back,
      policies: [watch('b')],
    });
    const desk = new Agent({
      name: 'desk',
      llmClient: scriptedModel([step('transfer_to_billing'), 'Done.']),
      handoffs: [billing.asHandoff()],
      policies: [watch('d')],
    });
    back.push(desk.asHandoff());
    await desk.run('go');
    expect(asked).toEqual(['d desk', 'd billing', 'b billing', 'd desk']);
  });

  it('hold in agentCall, which says who ended it', async () => {
    const end: Policy = { name: 'quota', beforeModel: () => ({ end: 'used up' }) };
    const prompt = new Prompt({ template: 'Go.' });
    const options = { prompt, llmClient: scriptedModel([]), policies: [end] };
    await expect(agentCall(options)).rejects.toMatchObject({
      code: 'LIMIT_REACHED',
      message: expect.stringContaining("stopped by 'quota': used up"),
    });
  });
});

// A12
describe('the options of one run', () => {
  const tools = { look: () => 'seen', pay: () => 'paid' };
  const agentFor = (script: readonly ScriptStep[], config: Partial<AgentConfig> = {}) => {
    const llmClient = scriptedModel(script);
    const toolRegistry = stubTools(tools, { look: { readOnly: true }, pay: { needsApproval: true } });
    return { llmClient, toolRegistry, agent: new Agent({ llmClient, toolRegistry, ...config }) };
  };

  it.each([
    ['names', ['look']],
    [
      'a function',
      ({ annotations }: { annotations: { readOnly?: boolean } }) => annotations.readOnly === true,
    ],
  ])('tools: %s choose the tools; others do not exist for the run', async (_, subset) => {
    const { agent, llmClient, toolRegistry } = agentFor([step('pay'), step('look'), 'Done.', 'Again.']);
    const { toolCalls } = await agent.run('go', { tools: subset });
    expect(llmClient.requests[0]?.tools.map(({ name }) => name)).toEqual(['look']);
    expect(toolCalls[0]?.outcome.error).toBe(unknownToolMessage('pay', ['look']));
    expect(toolRegistry.executed.map(({ name }) => name)).toEqual(['look']);
    await agent.run('go');
    expect(llmClient.requests.at(-1)?.tools).toHaveLength(2);
  });

  it('tools: an unknown name is refused before the model is asked', async () => {
    const run = agentFor([]).agent.run('go', { tools: ['lok'] });
    await expect(run).rejects.toMatchObject({
      code: 'UNKNOWN_TOOL',
      hint: expect.stringContaining("'look'"),
    });
  });

  it('tools: a resumed run has the same tools as before its pause', async () => {
    const { agent, llmClient } = agentFor([step('pay'), 'Done.']);
    const { paused } = await agent.run('go', { tools: ({ name }) => name === 'pay' });
    await agent.resume(JSON.parse(JSON.stringify(paused)), { pay: { approved: true } });
    expect(llmClient.requests[1]?.tools.map(({ name }) => name)).toEqual(['pay']);
  });

  it('toolChoice: a required call is required until tools have run, or the run would never end', async () => {
    const { agent, llmClient } = agentFor([step('look'), 'Done.', 'Plain.']);
    await agent.run('go', { toolChoice: { tool: 'look' } });
    await agent.run('go', { toolChoice: 'none' });
    expect(
      llmClient.requests.map(({ options, tools: offered }) => [options.toolChoice, offered.length]),
    ).toEqual([
      ['required', 1],
      [undefined, 2],
      ['none', 2],
    ]);
  });

  it('toolChoice reaches a model whose tools stand in the prompt', async () => {
    const { agent, llmClient } = agentFor(
      ['Plain.', '<tool_call>{"name": "look", "arguments": {}}</tool_call>', 'Done.'],
      {
        protocol: 'xml',
      },
    );
    await agent.run('go', { toolChoice: 'none' });
    await agent.run('go', { toolChoice: 'required' });
    const [none, required] = llmClient.requests.map(({ messages }) => JSON.stringify(messages));
    expect(none).not.toContain('You have these tools');
    expect(required).toContain('call a tool in this reply');
    expect(llmClient.requests.map(({ options }) => options.toolChoice)).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('maxIterations takes the place of the agent’s', async () => {
    const { agent } = agentFor([step('look'), step('look')], { maxIterations: 7 });
    const result = await agent.run('go', { maxIterations: 1 });
    expect(result).toMatchObject({ status: 'max_iterations', iteration: 1 });
    await expect(agent.run('go', { maxIterations: 0 })).rejects.toThrow("'maxIterations' is 0.");
  });

  it('promptVars change the system prompt of this run only, also after a pause', async () => {
    const promptRegistry = new PromptRegistry().addPrompt('assistant', 'Serve {who} in {city}.');
    const config = { promptRegistry, systemPromptVars: { who: 'Ann', city: 'Oslo' } };
    const { agent, llmClient } = agentFor([step('pay'), 'Done.', 'Again.'], config);
    const { paused } = await agent.run('go', { promptVars: { who: 'Bob' } });
    await agent.resume(JSON.parse(JSON.stringify(paused)), { pay: { approved: true } });
    await agent.run('go');
    expect(llmClient.requests.map(({ messages }) => String(messages[0]?.content))).toEqual([
      expect.stringContaining('Serve Bob in Oslo.'),
      expect.stringContaining('Serve Bob in Oslo.'),
      expect.stringContaining('Serve Ann in Oslo.'),
    ]);
    const fixed = agentFor([], { systemPrompt: 'Be brief.' }).agent;
    await expect(fixed.run('go', { promptVars: {} })).rejects.toMatchObject({ code: 'INVALID_CONFIG' });
  });

  it.each([
    [{ tools: 'look' }, "'tools' must be a list of names or a function."],
    [{ toolChoice: 'always' }, "'toolChoice' is always."],
    [{ policies: {} }, "'policies' must be a list."],
    [{ stopWhen: [1] }, "'stopWhen' must be a list of functions."],
  ])('%j is refused', async (options, message) => {
    // Options from plain JavaScript can be anything.
    await expect(agentFor([]).agent.run('go', options as object)).rejects.toThrow(message);
  });
});
