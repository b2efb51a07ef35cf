/**
 * What every contestant is asked to do. The name of the model tells the server what to answer: `turns-10` is ten tool calls one after
 * the other and then an answer; `parallel-20` is twenty in one reply and then an answer.
 */

/**
 * How long a contestant may warm up for one workload: until some 2,000 turns have been taken, most of the CPU of each is that of the
 * engine that compiles it, once; the slower ones are stopped before.
 */
export const WARM_UP_MS = 5_000;

/**
 * One agent after the other, in a process that is warm. `warmUp` is how often the agent answers before anything counts; `parts` divides
 * the CPU of one batch. Batches are short and many, so that what the machine does meanwhile hits all alike.
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

/** Conversations; their CPU is read at the tool calls that are named here. */
export const GROWTH = {
  model: 'turns-200',
  stream: false,
  early: [10, 30],
  late: [180, 200],
  warmUp: 10,
  times: 5,
};

/** So many agents at once, in a fresh process each. */
export const CROWDS = [
  { id: 'crowd-200', title: '200 at once', runs: 200 },
  { id: 'crowd-1000', title: '1,000 at once', runs: 1000 },
];
export const CROWD = { model: 'turns-2', stream: false, warmUp: 800 };

/** What the tool calls of a conversation come to, for checking that all were made. */
export function expectedCalls(model) {
  return Number(model.split('-')[1]);
}

export const ANSWER = 'All done.';
