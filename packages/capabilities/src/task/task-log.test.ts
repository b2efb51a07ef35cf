import type { AgentEvent, RunInfo } from '@toolwright/contract';
import { TaskLog } from './task-log.js';

const run: RunInfo = { runId: 'a', agent: 'chat' };

/** The cost of a task whose runs have cost this. */
function costOf(...costs: readonly (number | undefined)[]): number | undefined {
  const log = new TaskLog(undefined, undefined);
  for (const cost of costs) {
    // The log reads nothing else of a result.
    const result = { usage: { inputTokens: 1, outputTokens: 1 }, ...(cost !== undefined && { cost }) };
    log.log({ type: 'run-end', result } as AgentEvent, run);
  }
  return log.cost;
}

it('the cost of a task is that of its runs together', () => {
  expect(costOf()).toBe(0);
  expect(costOf(1, 2)).toBe(3);
});

it.each([
  [1, undefined],
  [undefined, 1],
])('the cost of a task is unknown if that of one of its runs is: %s, %s', (...costs) => {
  expect(costOf(...costs)).toBeUndefined();
});
