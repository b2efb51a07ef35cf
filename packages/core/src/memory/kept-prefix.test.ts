import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Message } from '@toolwright/contract';
import fc from 'fast-check';
import { unpaired } from '../run/collect.test.support.js';
import { Memory } from './memory.js';

const STEPS = 400;

/** The share of requests that begin with all messages of the previous one, in a run with `calls` calls in each step. */
function keptShare(maxHistory: number, calls: number): number {
  const memory = new Memory({ maxHistory });
  memory.append([
    { role: 'system', content: 'Look.' },
    { role: 'user', content: 'Look everywhere.' },
  ]);
  let kept = 0;
  for (let step = 0; step < STEPS; step++) {
    const before = [...memory.messages];
    memory.append(lookAt(step, calls));
    expect(memory.messages.length).toBeLessThanOrEqual(maxHistory);
    if (before.every((message, index) => memory.messages[index] === message)) kept += 1;
  }
  return kept / STEPS;
}

/** The share that docs/memory.md promises. */
function promisedShare(limit: number, calls: number): number {
  const perStep = calls + 1;
  const dropped = Math.min(Math.max(Math.floor(limit / 2), 10 * perStep), Math.floor((limit * 3) / 4));
  return 1 - perStep / dropped;
}

function lookAt(step: number, calls: number): Message[] {
  const ids = Array.from({ length: calls }, (_, call) => `${step}-${call}`);
  return [
    {
      role: 'assistant',
      content: null,
      tool_calls: ids.map((id) => ({ id, type: 'function', function: { name: 'look', arguments: '{}' } })),
    },
    ...ids.map((id): Message => ({ role: 'tool', tool_call_id: id, content: 'seen' })),
  ];
}

/** The table of docs/memory.md; shares in percent. */
function readTable(): [limit: number, calls: number, share: number][] {
  const docs = readFileSync(fileURLToPath(new URL('../../../../docs/memory.md', import.meta.url)), 'utf8');
  const table = docs.slice(docs.indexOf('| `maxHistory` | 1 call in each step'));
  const [head = [], , ...rows] = table
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) => (line.match(/\d+/g) ?? []).map(Number));
  return rows.flatMap(([limit = 0, ...shares]) =>
    shares.map((share, index): [number, number, number] => [limit, head[index] ?? 0, share]),
  );
}

// H8
describe('the requests of a run with parallel calls', () => {
  it.each(readTable())(
    'with at most %d messages and %d calls in each step keep their beginning as documented',
    (limit, calls, promised) => {
      const share = keptShare(limit, calls);
      // A cut of whole steps can drop less than three quarters, but never more.
      const bound = Math.min(promisedShare(limit, calls), share);
      expect(promised).toBe(Math.floor(100 * bound + 1e-9));
    },
  );

  it('keep it in nine of ten requests if the limit is 14 times the messages of a step', () => {
    for (const calls of [1, 4, 8, 16, 30]) {
      for (const times of [14, 17, 20]) {
        expect(keptShare(times * (calls + 1), calls)).toBeGreaterThanOrEqual(0.9);
      }
    }
  });

  it('keep it more often than exact cuts do, from ten messages on', () => {
    expect(keptShare(9, 1)).toBeLessThan(0.05);
    expect(keptShare(10, 1)).toBeGreaterThanOrEqual(promisedShare(10, 1));
    expect(keptShare(20, 1)).toBeGreaterThanOrEqual(promisedShare(20, 1));
  });
});

// H8
describe('a history at its limit', () => {
  const step = fc.record({ calls: fc.integer({ min: 0, max: 6 }), asks: fc.boolean() });

  it('is cut by half at once, never exceeds the limit, and keeps prompt, question, and calls with their results', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 20, max: 120 }),
        fc.array(step, { maxLength: 150 }),
        (maxHistory, steps) => {
          const prompt: Message = { role: 'system', content: 'Look.' };
          let question: Message = { role: 'user', content: 'Look everywhere.' };
          const memory = new Memory({ maxHistory, messages: [prompt, question] });
          for (const [at, { calls, asks }] of steps.entries()) {
            if (asks) question = { role: 'user', content: `Question ${at}` };
            const added = asks ? [question] : lookAt(at, calls);
            const before = [...memory.messages];
            memory.append(added);
            const { messages } = memory;
            expect(messages.length).toBeLessThanOrEqual(maxHistory);
            expect(messages[0]).toEqual(prompt);
            expect(messages).toContainEqual(question);
            expect(unpaired(messages)).toEqual([]);
            const cut = memory.takeCut();
            const sent = before.length + added.length;
            // Half of the limit, or all but what must stay.
            if (cut !== undefined)
              expect(sent - cut.after).toBeGreaterThanOrEqual(Math.floor(maxHistory / 2));
            else expect(messages).toHaveLength(sent);
          }
        },
      ),
      { numRuns: 50 },
    );
  });
});
