import type { JsonSchema } from '@toolwright/contract';
import { type ScriptStep, scriptedModel } from '@toolwright/llm/testing';
import { Agent } from '../agent/agent.js';
import { stubTools } from '../calls/stub-tools.test.support.js';
import { collect } from '../run/collect.test.support.js';
import { decision } from './wording.test.support.js';

const step = {
  title: 'Step',
  type: 'object',
  properties: {
    action: { type: 'string' },
    tool_name: { type: 'string' },
    tool_input: { type: 'object' },
    name: { type: 'string' },
    parameters: { type: 'object' },
  },
} satisfies JsonSchema;

function agentFor(protocol: 'xml' | 'reasoning-json', steps: readonly ScriptStep[]) {
  const llmClient = scriptedModel(steps, { capabilities: { tools: false } });
  const toolRegistry = stubTools({ wipe: () => 'wiped' });
  return { agent: new Agent({ llmClient, toolRegistry, protocol }), llmClient, toolRegistry };
}

const looks = [
  { action: 'tool', tool_name: 'wipe', tool_input: {} },
  { tool_name: 'wipe', tool_input: {} },
  { action: 'respond', tool_name: 'wipe' },
  { name: 'wipe', parameters: {} },
];

// D2, E9
describe.each(['xml', 'reasoning-json'] as const)('an output that looks like a call, in %s', (protocol) => {
  it.each(looks)('is the answer: %j', async (value) => {
    const text = JSON.stringify(value);
    const whole = agentFor(protocol, [text]);
    expect(await whole.agent.run('Plan', { output: step })).toMatchObject({ output: value, toolCalls: [] });
    const streamed = agentFor(protocol, [text]);
    const stream = streamed.agent.runStream('Plan', { output: step });
    const events = await collect(stream);
    expect(await stream.result).toMatchObject({ output: value, toolCalls: [], iteration: 1 });
    const shown = events.flatMap((event) => (event.type === 'text-delta' ? [event.text] : []));
    expect(shown.join('')).toBe(text);
    for (const { toolRegistry } of [whole, streamed]) expect(toolRegistry.executed).toEqual([]);
  });
});

it.each(looks)('a decision may have such an output as its response: %j', async (value) => {
  const { agent, toolRegistry } = agentFor('reasoning-json', [
    decision({ action: 'respond', response: value }),
  ]);
  expect(await agent.run('Plan', { output: step })).toMatchObject({ output: value, toolCalls: [] });
  expect(toolRegistry.executed).toEqual([]);
});

// B3, E9
describe('with an output, reasoning-json', () => {
  const output = {
    title: 'Count',
    type: 'object',
    properties: { n: { type: 'number' } },
    required: ['n'],
  } satisfies JsonSchema;
  const right = decision({ action: 'respond', response: { n: 1 } });

  it('has one set of instructions for its replies', async () => {
    const { agent, llmClient } = agentFor('reasoning-json', [right]);
    await agent.run('Plan', { output: output });
    const prompt = String(llmClient.requests[0]?.messages[0]?.content);
    expect(prompt.match(/nothing else/g)).toHaveLength(1);
    expect(prompt).not.toMatch(
      /nothing around it|plain words|must be one JSON value, Count[^.]*\. Write nothing/,
    );
    expect(prompt).toContain('Write it as the value of "response" in an object whose "action" is "respond"');
  });

  it('asks for a decision again if the answer was wrong', async () => {
    const { agent, llmClient } = agentFor('reasoning-json', [
      decision({ action: 'respond', response: { n: 'many' } }),
      right,
    ]);
    expect((await agent.run('Plan', { output: output })).output).toEqual({ n: 1 });
    const correction = String(llmClient.requests[1]?.messages.at(-1)?.content);
    expect(correction).toContain(
      'Answer again with the complete corrected JSON, as the value of "response" in an object whose "action" is "respond".',
    );
    expect(correction).not.toContain('nothing else');
  });

  it('requests only the output when no more tools can be called', async () => {
    const calls = Array<string>(10).fill(decision({ tool_name: 'wipe', tool_input: {} }));
    const llmClient = scriptedModel([...calls, '{"n": 1}'], { capabilities: { tools: false } });
    const toolRegistry = stubTools({ wipe: () => 'wiped' });
    const agent = new Agent({ llmClient, toolRegistry, protocol: 'reasoning-json', onLimit: 'force-answer' });
    await agent.run('Plan', { output });
    const prompt = String(llmClient.requests[10]?.messages[0]?.content);
    expect(prompt).toContain('must be one JSON value');
    expect(prompt).not.toMatch(/plain text|"response"/);
  });
});
