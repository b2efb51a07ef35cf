import { median } from '../report/statistics.mjs';
import { interleave } from './interleave.mjs';

/**
 * @typedef {object} Subject
 * @property {string} title
 * @property {(input: any) => unknown} invoke
 * @property {boolean} [isAsync] Its promise is awaited before the next call
 */

/**
 * Calls functions in this process, batch by batch in turn. Returns the median time of one call for each, in nanoseconds.
 * @param {Subject[]} subjects
 * @param {object} options
 * @param {() => unknown[]} options.inputs Makes those of one batch, unmeasured
 * @param {number} options.rounds
 * @param {number} options.warmUpMs How long batches run unmeasured before. V8 optimises on another thread and in its own time, on a
 *   busy machine 20 ms for one loop, in which thousands of the shortest batches end
 * @returns {Promise<Map<Subject, number>>}
 */
export async function measureBatches(subjects, { inputs, rounds, warmUpMs }) {
  const entries = subjects.map((subject) => ({ subject, loop: createLoop(subject), samples: [] }));
  const end = performance.now() + warmUpMs;
  await interleave(
    entries,
    Number.POSITIVE_INFINITY,
    ({ loop }) => measure(loop, inputs()),
    () => performance.now() < end,
  );
  await interleave(entries, rounds, async ({ loop, samples }) => {
    samples.push(await measure(loop, inputs()));
  });
  return new Map(entries.map(({ subject, samples }) => [subject, median(samples)]));
}

/** The time of one call in nanoseconds. */
async function measure(loop, batch) {
  const begun = process.hrtime.bigint();
  await loop(batch);
  return Number(process.hrtime.bigint() - begun) / batch.length;
}

/** A separate loop for each subject: V8 could not inline any of them in a shared loop, which would flatter the slower ones. */
function createLoop({ invoke, isAsync }) {
  const body = isAsync
    ? 'return async (batch) => { let last; for (const input of batch) last = await invoke(input); return last; };'
    : 'return (batch) => { let last; for (const input of batch) last = invoke(input); return last; };';
  return new Function('invoke', body)(invoke);
}
