import { type ScriptStep, scriptedModel } from '@toolwright/llm/testing';
import { Agent } from '../agent/agent.js';
import type { AgentConfig } from '../agent/agent-config.js';
import { stubTools } from '../calls/stub-tools.test.support.js';
import { wordings } from '../protocols/wording.test.support.js';
import { collect, unpaired } from '../run/collect.test.support.js';

const toBilling: ScriptStep = {
  toolCalls: [{ id: 'h', name: 'transfer_to_billing', arguments: { reason: 'money' } }],
};
const toDesk: ScriptStep = { toolCalls: [{ name: 'transfer_to_desk' }] };
const look: ScriptStep = { toolCalls: [{ name: 'look' }] };

/** Two agents that share a registry and can hand over to each other. */
function office(
  desk: readonly ScriptStep[],
  billing: readonly ScriptStep[],
  config: Partial<AgentConfig> = {},
) {
  const toolRegistry = stubTools({ look: () => 'seen', pay: () => 'paid' }, { pay: { needsApproval: true } });
  const deskModel = scriptedModel(desk);
  const billingModel = scriptedModel(billing);
  const shared = { toolRegistry };
  const billingAgent: Agent = new Agent({
    ...shared,
    name: 'billing',
    description: 'Knows invoices.',
    llmClient: billingModel,
    systemPrompt: 'Bill.',
    temperature: 0.5,
    handoffs: () => [deskAgent.asHandoff()],
  });
  const deskAgent: Agent = new Agent({
    ...shared,
    name: 'desk',
    llmClient: deskModel,
    systemPrompt: 'Greet.',
    handoffs: () => [billingAgent.asHandoff()],
    ...config,
  });
  return { desk: deskAgent, billing: billingAgent, deskModel, billingModel, toolRegistry };
}

describe('a handoff', () => {
  it('does not happen if its arguments are no JSON object', async () => {
    const broken: ScriptStep = { toolCalls: [{ name: 'transfer_to_billing', arguments: '{"reason"' }] };
    const { desk, billingModel } = office([broken, 'Sorry.'], ['Hello.']);
    const { toolCalls } = await desk.run('What do I owe?');
    expect(toolCalls[0]?.outcome.error).toContain("Invalid arguments for 'transfer_to_billing'");
    expect(billingModel.requests).toEqual([]);
  });

  it('lets another agent continue the conversation with its own prompt, model and options', async () => {
    const { desk, deskModel, billingModel, billing, toolRegistry } = office(
      [toBilling],
      [look, 'You owe 5.'],
    );
    const result = await desk.run('What do I owe?');
    expect(result).toMatchObject({
      status: 'completed',
      finalResponse: 'You owe 5.',
      agent: 'billing',
      iteration: 3,
    });
    expect(deskModel.requests[0]?.tools.map(({ name }) => name)).toEqual([
      'look',
      'pay',
      'transfer_to_billing',
    ]);
    expect(deskModel.requests[0]?.tools[2]?.description).toBe(
      'Hands the conversation over to billing. Knows invoices.',
    );
    const [first] = billingModel.requests;
    expect(first?.messages.map(({ role, content }) => content ?? role)).toEqual([
      ...[
        'You are billing. Knows invoices.\n\nBill.',
        'What do I owe?',
        'assistant',
        'The conversation is now with billing.',
      ],
    ]);
    expect(first?.options.temperature).toBe(0.5);
    expect(first?.tools.map(({ name }) => name)).toEqual(['look', 'pay', 'transfer_to_desk']);
    expect(toolRegistry.executed).toHaveLength(1);
    expect(toolRegistry.listTools()).toHaveLength(2);
    expect(desk.memory[0]?.content).toBe('Greet.');
    expect(desk.memory.slice(1)).toEqual(result.messages);
    expect(unpaired(desk.memory)).toEqual([]);
    expect(billing.memory).toHaveLength(1);
  });

  it('is reported by an event', async () => {
    const { desk } = office([toBilling], ['x']);
    const events = await collect(desk.runStream('go'));
    expect(events.filter(({ type }) => type === 'handoff')).toEqual([
      { type: 'handoff', from: 'desk', to: 'billing' },
    ]);
  });

  it('can be reversed, within the limits of the run', async () => {
    const { desk } = office([toBilling, 'Hello again.'], [toDesk]);
    expect(await desk.run('go')).toMatchObject({ finalResponse: 'Hello again.', agent: 'desk' });
    const endless = office(Array(5).fill(toBilling), Array(5).fill(toDesk), { maxIterations: 4 });
    expect(await endless.desk.run('go')).toMatchObject({ status: 'max_iterations', iteration: 4 });
  });

  it('ends with the run: the next run begins with the agent whose run is called', async () => {
    const { desk, deskModel } = office([toBilling, 'Hello.'], ['x']);
    await desk.run('go');
    const second = await desk.run('again');
    expect(second).toMatchObject({ finalResponse: 'Hello.' });
    expect(second).not.toHaveProperty('agent');
    expect(deskModel.requests[1]?.messages).toHaveLength(6);
  });

  it('is possible once in a step: further ones get an error', async () => {
    const twice: ScriptStep = {
      toolCalls: [{ name: 'transfer_to_billing' }, { name: 'transfer_to_billing' }],
    };
    const { desk } = office([twice], ['x']);
    const { toolCalls } = await desk.run('go');
    expect(toolCalls.map(({ outcome }) => outcome.error)).toEqual([
      null,
      'The conversation is already being handed over.',
    ]);
  });

  it('may have another name and description', async () => {
    const other = new Agent({ name: 'a b', llmClient: scriptedModel(['x']) });
    const llmClient = scriptedModel(['x']);
    const handoffs = [
      other.asHandoff(),
      other.asHandoff({ toolName: 'escalate', description: 'When angry.' }),
    ];
    await new Agent({ llmClient, handoffs }).run('go');
    expect(llmClient.requests[0]?.tools).toMatchObject([
      { name: 'transfer_to_a_b' },
      { name: 'escalate', description: 'When angry.' },
    ]);
  });

  it('must not have the name of a tool', async () => {
    const other = new Agent({ name: 'x', llmClient: scriptedModel([]) });
    const toolRegistry = stubTools({ look: () => 1 });
    for (const handoffs of [
      [other.asHandoff({ toolName: 'look' })],
      [other.asHandoff(), other.asHandoff()],
    ]) {
      const agent = new Agent({ llmClient: scriptedModel([]), toolRegistry, handoffs });
      await expect(agent.run('go')).rejects.toMatchObject({ code: 'DUPLICATE_TOOL' });
    }
  });

  it('is remembered after a pause', async () => {
    const pay: ScriptStep = { toolCalls: [{ id: 'p', name: 'pay' }] };
    const { desk, billingModel, billing } = office([toBilling], [pay, 'Paid.']);
    const { paused } = await desk.run('go');
    expect(paused?.agent).toBe('desk');
    const result = await desk.resume(JSON.parse(JSON.stringify(paused)), { p: { approved: true } });
    expect(result).toMatchObject({ status: 'completed', finalResponse: 'Paid.', agent: 'billing' });
    expect(billingModel.requests[1]?.messages[0]?.content).toBe('You are billing. Knows invoices.\n\nBill.');
    await expect(billing.resume(paused, { p: { approved: true } })).rejects.toMatchObject({
      code: 'STALE_RUN',
    });
    const alone = new Agent({ name: 'desk', llmClient: scriptedModel([]) });
    await expect(alone.resume(paused, { p: { approved: true } })).rejects.toThrow(
      "The conversation was handed over to 'billing', but 'desk' has no handoff to that agent.",
    );
  });
});

it.each(wordings)('a handoff works from $protocol to any other protocol', async (from) => {
  for (const to of wordings) {
    const expert = new Agent({
      name: 'expert',
      llmClient: scriptedModel([to.answer('Five.')]),
      protocol: to.protocol,
    });
    const llmClient = scriptedModel([from.calls({ name: 'transfer_to_expert' })]);
    const agent = new Agent({ llmClient, protocol: from.protocol, handoffs: [expert.asHandoff()] });
    expect(await agent.run('go')).toMatchObject({
      status: 'completed',
      finalResponse: 'Five.',
      agent: 'expert',
    });
  }
});
