import type { LLMProvider, Message } from '@toolwright/contract';
import { Agent, dropOldest } from '@toolwright/core';
import fc from 'fast-check';
import { clerk } from '../clerk.test.support.js';
import { createMemoryStore } from '../memory-store.js';
import { openSession } from './open-session.js';
import { readSession } from './read-session.js';
import type { SessionAgent } from './session-agent.js';

/** Calls `look` as often as the question says, then answers. Records the messages that it receives. */
function counting(sent: string[]): LLMProvider {
  let calls = 0;
  return {
    generate: async (messages: readonly Message[]) => {
      sent.push(JSON.stringify(messages));
      const isQuestion = ({ role, content }: Message): boolean =>
        role === 'user' && String(content).startsWith('do ');
      const asked = messages.findLastIndex(isQuestion);
      const done = messages.slice(asked).filter(({ role }) => role === 'tool').length;
      const wanted = Number(String(messages[asked]?.content).split(' ')[1]);
      if (done >= wanted) return { content: `Done ${done}.`, toolCalls: [], finishReason: 'stop' };
      calls += 1;
      const call = {
        id: `call-${calls}`,
        type: 'function',
        function: { name: 'look', arguments: '{}' },
      } as const;
      return { content: null, toolCalls: [call], finishReason: 'tool-calls' };
    },
  };
}

const runs = fc.array(fc.nat(6), { minLength: 1, maxLength: 8 });
const config = fc.record({
  maxHistory: fc.constantFrom(4, 7, 12, 40, 45, 100),
  afterTools: fc.constantFrom(undefined, 'Go on.', 'do 1'),
  compacts: fc.boolean(),
});

// B5, H8
describe('a session that is opened again for every run', () => {
  it('sends the model the same messages as an agent that stays in memory', async () => {
    await fc.assert(
      fc.asyncProperty(runs, config, async (counts, { compacts, ...settings }) => {
        const [kept, loaded]: [string[], string[]] = [[], []];
        const agentFor = (sent: string[]): SessionAgent =>
          clerk(() => {}, {
            ...settings,
            ...(compacts && { compaction: dropOldest({ maxHistoryTokens: 150 }) }),
            llmClient: counting(sent),
            maxIterations: 8,
          });
        const agent = new Agent(agentFor(kept));
        const [store, own] = [createMemoryStore(), agentFor(loaded)];
        const all: Message[] = [];
        for (const [index, count] of counts.entries()) {
          await agent.run(`do ${count} in run ${index}`);
          const session = await openSession({ store, id: 's', agent: own });
          all.push(...(await session.run(`do ${count} in run ${index}`)).messages);
          // Whatever the model still sees.
          expect((await session.state()).messages).toEqual(all);
        }
        expect(loaded).toEqual(kept);
        expect((await readSession(store, 's')).messages).toEqual(all);
      }),
      { numRuns: 40 },
    );
  });
});

// H8
it('the requests of a session begin like the previous one in nine of ten cases, over all its runs', async () => {
  const sent: string[] = [];
  const store = createMemoryStore();
  const agent = clerk(() => {}, { llmClient: counting(sent), maxIterations: 20 });
  for (let run = 0; run < 10; run++) {
    const session = await openSession({ store, id: 's', agent });
    expect(await session.run(`do 12 in run ${run}`)).toMatchObject({ status: 'completed' });
  }
  expect(sent).toHaveLength(130);
  const kept = sent.filter((request, at) => at > 0 && request.startsWith(sent[at - 1]?.slice(0, -1) ?? ''));
  expect(kept.length / (sent.length - 1)).toBeGreaterThanOrEqual(0.9);
});

it('keeps a run that failed in the conversation, although the history was cut', async () => {
  const store = createMemoryStore();
  let fails = false;
  const llmClient: LLMProvider = {
    generate: async () => {
      if (fails) throw new Error('The provider is down.');
      return { content: 'fine', toolCalls: [], finishReason: 'stop' };
    },
  };
  const session = await openSession({ store, id: 'x', agent: { name: 'ada', maxHistory: 4, llmClient } });
  for (const question of ['first', 'second', 'third']) {
    fails = question === 'second';
    await session.run(question).catch(() => undefined);
  }
  const contents = ({ messages }: { messages: readonly Message[] }) => messages.map(({ content }) => content);
  expect(contents(await session.state())).toEqual(['first', 'fine', 'second', 'third', 'fine']);
  expect(contents(await readSession(store, 'x'))).toEqual(['first', 'fine', 'second', 'third', 'fine']);
});
