import { median } from '../report/statistics.mjs';
import { interleave } from './interleave.mjs';

/**
 * @typedef {object} Subject
 * @property {string} title
 * @property {(input: any) => unknown} invoke
 * @property {boolean} [isAsync] Its promise is awaited before the next call
 */

/**
 * Calls functions in this process, batch by batch in turn, and gives the median time of one call in nanoseconds for each.
 * @param {Subject[]} subjects
 * @param {{ inputs: () => unknown[], rounds: number, warmUpRounds: number }} options `inputs` makes those of one batch, unmeasured
 * @returns {Promise<Map<Subject, number>>}
 */
export async function measureBatches(subjects, { inputs, rounds, warmUpRounds }) {
  const entries = subjects.map((subject) => ({ subject, loop: createLoop(subject), samples: [] }));
  await interleave(entries, warmUpRounds + rounds, async ({ loop, samples }, round) => {
    const batch = inputs();
    const begun = process.hrtime.bigint();
    await loop(batch);
    const nanoseconds = Number(process.hrtime.bigint() - begun);
    if (round >= warmUpRounds) samples.push(nanoseconds / batch.length);
  });
  return new Map(entries.map(({ subject, samples }) => [subject, median(samples)]));
}

/** A loop of its own for each subject: in a shared one, V8 could not inline any of them, which would flatter the slower ones. */
function createLoop({ invoke, isAsync }) {
  const body = isAsync
    ? 'return async (batch) => { let last; for (const input of batch) last = await invoke(input); return last; };'
    : 'return (batch) => { let last; for (const input of batch) last = invoke(input); return last; };';
  return new Function('invoke', body)(invoke);
}
