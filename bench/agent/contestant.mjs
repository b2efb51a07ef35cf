/**
 * One contestant in its own process. `create(url, add)` of its module returns `run(model, stream)`, which lets an agent with the tool `add`
 * answer, and resolves to the text. agent.mjs starts this process.
 */
import { median } from '../report/statistics.mjs';
import { ANSWER, expectedCalls, WARM_UP_MS } from './workloads.mjs';

const [file, url] = process.argv.slice(2);
let calls = 0;
let onCall = () => {};

function add({ a, b }) {
  calls += 1;
  onCall(calls);
  return a + b;
}

const { create } = await import(file);
const subject = await create(url, add);

const TASKS = {
  /** Agents one after the other. */
  async batch({ model, stream, times }) {
    const before = process.cpuUsage();
    for (let done = 0; done < times; done += 1) await ask(model, stream);
    return { cpuMicros: cpuSince(before) };
  },

  async warmUp({ model, stream, times }) {
    await warmUp(model, stream, times);
    return {};
  },

  /** Long conversations: the CPU of an early and of a late turn. */
  async growth({ model, stream, early, late, warmUp: warmUps, times }) {
    // Without this, compilation would count as a cost of the early turns.
    await warmUp(model, stream, warmUps);
    const marks = new Map();
    const at = new Set([...early, ...late]);
    onCall = (call) => {
      if (at.has(call)) marks.set(call, [...(marks.get(call) ?? []), cpuSince()]);
    };
    for (let done = 0; done < times; done += 1) await ask(model, stream);
    onCall = () => {};
    const perTurn = ([from, to]) =>
      median(marks.get(to).map((end, index) => end - marks.get(from)[index])) / (to - from);
    return { early: perTurn(early), late: perTurn(late) };
  },

  /** Many agents at once. The peak is that of the whole process. */
  async crowd({ model, stream, warmUp: warmUps, runs }) {
    // A real service has served requests before it serves so many at once.
    await warmUp(model, stream, warmUps);
    calls = 0;
    const before = process.cpuUsage();
    const texts = await Promise.all(Array.from({ length: runs }, () => subject.run(model, stream)));
    const cpuMicros = cpuSince(before);
    for (const text of texts) check(text, ANSWER);
    check(calls, runs * expectedCalls(model));
    return { cpuMicros, peakMb: process.resourceUsage().maxRSS / 1024 };
  },
};

process.on('message', async ({ task, ...options }) => {
  try {
    process.send({ result: await TASKS[task](options) });
  } catch (error) {
    process.send({ failure: error instanceof Error ? `${error.name}: ${error.message}` : String(error) });
  }
});
process.send({ ready: true });

async function warmUp(model, stream, times) {
  const end = performance.now() + WARM_UP_MS;
  for (let done = 0; done < times && performance.now() < end; done += 1) await ask(model, stream);
}

async function ask(model, stream) {
  calls = 0;
  check(await subject.run(model, stream), ANSWER);
  check(calls, expectedCalls(model));
}

/** All contestants must return the same answer. */
function check(value, expected) {
  if (value !== expected)
    throw new Error(`got ${JSON.stringify(value)} instead of ${JSON.stringify(expected)}`);
}

function cpuSince(before) {
  const { user, system } = process.cpuUsage(before);
  return user + system;
}
