import type { Message } from '@toolwright/contract';
import { type ScriptStep, scriptedModel } from '@toolwright/llm/testing';
import fc from 'fast-check';
import { Agent } from '../agent/agent.js';
import type { AgentConfig } from '../agent/agent-config.js';
import { stubTools } from '../calls/stub-tools.test.support.js';
import { dropOldest } from '../compaction/drop-oldest.js';
import { unpaired } from '../run/collect.test.support.js';
import { Memory } from './memory.js';
import { trimHistory } from './trim-history.js';

const look: ScriptStep = { toolCalls: [{ name: 'look' }] };

function agentFor(steps: readonly ScriptStep[], config: Partial<AgentConfig>) {
  const llmClient = scriptedModel(steps);
  const toolRegistry = stubTools({ look: () => 'seen' });
  return {
    llmClient,
    agent: new Agent({ llmClient, toolRegistry, afterTools: 'Go on.', maxIterations: 50, ...config }),
  };
}

const contents = (messages: readonly Message[] = []) => messages.map(({ content }) => content);

// B5, C7
describe('a message after each step', () => {
  it.each([
    ['maxHistory', { maxHistory: 7 }],
    ['compaction', { compaction: dropOldest({ maxHistoryTokens: 70, countTokens: () => 10 }) }],
  ])('never replaces the question: %s', async (_, config) => {
    const { agent, llmClient } = agentFor([...Array<ScriptStep>(20).fill(look), 'Seen.'], config);
    await agent.run('Look twenty times.');
    for (const { messages } of llmClient.requests) {
      expect(messages[0]?.content).toBe('Look twenty times.');
      expect(messages.length).toBeLessThanOrEqual(7);
      expect(unpaired(messages)).toEqual([]);
      expect(messages[1]?.content).not.toBe('Go on.');
    }
    expect(contents(llmClient.requests.at(-1)?.messages).slice(-2)).toEqual(['seen', 'Go on.']);
  });

  it('is recognized when the memory is restored from JSON', async () => {
    const { agent } = agentFor([look, look, 'Seen.'], { maxHistory: 20 });
    await agent.run('Look.');
    const state = JSON.parse(JSON.stringify(agent.getMemoryState()));
    expect(state.asides).toEqual([3, 6]);
    const memory = Memory.fromJSON({ ...state, maxHistory: 6 });
    expect(contents(memory.messages)).toEqual(['Look.', null, 'seen', 'Go on.', 'Seen.']);
    // As earlier versions wrote it.
    const older = Memory.fromJSON({ ...state, asides: ['Go on.'], maxHistory: 6 });
    expect(older.messages).toEqual(memory.messages);
    expect(() => Memory.fromJSON({ ...state, asides: [-1] })).toThrow("'asides[0]' is invalid");
    memory.reset();
    expect(memory.toJSON().asides).toBeUndefined();
  });

  it('is distinguished from a question with the same text', async () => {
    const { agent, llmClient } = agentFor([...Array<ScriptStep>(9).fill(look), 'Seen.'], { maxHistory: 7 });
    await agent.run('Go on.');
    const counts = llmClient.requests.map(
      ({ messages }) => contents(messages).filter((text) => text === 'Go on.').length,
    );
    // The question, and those of the kept steps.
    expect(counts).toEqual([1, 2, 3, 3, 3, 3, 3, 3, 3, 3]);
    for (const { messages } of llmClient.requests) {
      expect(messages[0]?.content).toBe('Go on.');
      expect(messages[1]?.content).not.toBe('Go on.');
    }
  });

  it('is recognized after the run was paused', async () => {
    const needsApproval = { look: { needsApproval: true } };
    const toolRegistry = stubTools({ look: () => 'seen', glance: () => 'seen' }, needsApproval);
    const glance: ScriptStep = { toolCalls: [{ name: 'glance' }] };
    const { agent } = agentFor([glance, { toolCalls: [{ id: 'p', name: 'look' }] }, 'Seen.'], {
      toolRegistry,
    });
    const { paused } = await agent.run('Go on.');
    await agent.resume(JSON.parse(JSON.stringify(paused)), { p: { approved: true } });
    expect(contents(agent.memory)).toEqual([
      'Go on.',
      null,
      'seen',
      'Go on.',
      null,
      'seen',
      'Go on.',
      'Seen.',
    ]);
    expect(agent.getMemoryState().asides).toEqual([3, 6]);
  });

  it('is dropped with its messages, however many texts there are', async () => {
    let count = 0;
    const afterTools = () => `Step ${++count}.`;
    const { agent } = agentFor([...Array<ScriptStep>(30).fill(look), 'Seen.'], { maxHistory: 8, afterTools });
    await agent.run('Look.');
    expect(count).toBe(30);
    expect(agent.getMemoryState().asides?.length).toBeLessThanOrEqual(8);
    expect(agent.memory[0]?.content).toBe('Look.');
  });
});

it('a trimmed history with such messages begins with a question and keeps each of them with its step', () => {
  const step = (id: string): Message[] => [
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id, type: 'function', function: { name: 'look', arguments: '{}' } }],
    },
    { role: 'tool', tool_call_id: id, content: 'seen' },
    { role: 'user', content: 'Go on.' },
  ];
  const turn = fc
    .array(fc.constantFrom('a', 'b', 'c'), { maxLength: 8 })
    .map((ids): Message[] => [
      { role: 'user', content: 'Question?' },
      ...ids.flatMap(step),
      { role: 'assistant', content: 'Answer.' },
    ]);
  fc.assert(
    fc.property(
      fc.array(turn, { minLength: 1, maxLength: 5 }),
      fc.integer({ min: 1, max: 30 }),
      (turns, limit) => {
        const left = turns.flat();
        trimHistory(left, limit, ({ content }) => content === 'Go on.');
        expect(left[0]?.content).toBe('Question?');
        expect(unpaired(left)).toEqual([]);
        left.forEach((message, index) => {
          if (message.content === 'Go on.') expect(left[index - 1]?.role).toBe('tool');
        });
      },
    ),
  );
});
