/**
 * The workloads of every contestant. The model's name tells the server how to answer: `turns-10` is ten tool calls, one after the other,
 * and then an answer; `parallel-20` is twenty calls in one reply and then an answer.
 */

/**
 * How long a contestant may warm up for one workload. For about the first 2,000 turns, most of the CPU goes to V8's compiler, which runs
 * only once. Slower contestants are stopped before that.
 */
export const WARM_UP_MS = 5_000;

/**
 * One agent after the other, in a warm process. `warmUp` is the number of answers that do not count; `parts` divides the CPU of one batch.
 * Batches are short and many, so that other work on the machine affects all contestants alike.
 */
export const BATCHES = [
  { id: 'turn', title: 'per turn', model: 'turns-10', stream: false, warmUp: 200, times: 5, parts: 55 },
  {
    id: 'streamed',
    title: 'per streamed turn',
    model: 'turns-10',
    stream: true,
    warmUp: 200,
    times: 5,
    parts: 55,
  },
  {
    id: 'call',
    title: 'per tool call',
    model: 'parallel-20',
    stream: false,
    warmUp: 50,
    times: 5,
    parts: 100,
  },
];

/** Long conversations. The CPU is read at the tool calls named here. */
export const GROWTH = {
  model: 'turns-200',
  stream: false,
  early: [10, 30],
  late: [180, 200],
  warmUp: 10,
  times: 5,
};

/** The numbers of concurrent agents, each measured in a fresh process. */
export const CROWDS = [
  { id: 'crowd-200', title: '200 at once', runs: 200 },
  { id: 'crowd-1000', title: '1,000 at once', runs: 1000 },
];
export const CROWD = { model: 'turns-2', stream: false, warmUp: 800 };

/** The number of tool calls in a conversation, to check that all were made. */
export function expectedCalls(model) {
  return Number(model.split('-')[1]);
}

export const ANSWER = 'All done.';
