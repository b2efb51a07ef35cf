import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Message } from '@toolwright/contract';
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
      const bound = 1 - (2 * (calls + 1)) / limit;
      expect(promised).toBe(Math.floor(100 * bound + 1e-9));
      expect(share).toBeGreaterThanOrEqual(bound);
    },
  );

  it('keep it in nine of ten requests if the limit is 20 times the messages of a step', () => {
    for (const calls of [1, 4, 8, 30]) {
      expect(keptShare(20 * (calls + 1), calls)).toBeGreaterThanOrEqual(0.9);
    }
  });
});
