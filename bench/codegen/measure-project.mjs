import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { interleave } from '../measure/interleave.mjs';
import { measureProcess } from '../measure/measure-process.mjs';
import { medians } from '../report/statistics.mjs';
import { missingFrom } from './check-output.mjs';

const repository = fileURLToPath(new URL('../..', import.meta.url));

/**
 * A project that the contestants read.
 * @typedef {object} Project
 * @property {string} title e.g. "1,000 methods"
 * @property {string} folder Each contestant gets a copy in it
 * @property {{ name: string }[]} tools What outputs must name
 * @property {(folder: string, contestant: import('./contestant.mjs').Contestant) => void} write
 */

/**
 * The result of one contestant for one project: the medians of its runs, or the failure.
 * @typedef {object} Row
 * @property {string} id
 * @property {string} title
 * @property {{ wallMs: number, cpuMs?: number, peakMb?: number }} [usage]
 * @property {string} [failure]
 */

/**
 * Writes the project for each contestant and runs the contestants in turn.
 * @param {import('./contestant.mjs').Contestant[]} contestants
 * @param {Project} project
 * @param {{ runs: number, until: number, patienceMs: number, log: (line: string) => void }} options
 *   No round begins that would end after `until`, except the first; one process may take `patienceMs`.
 * @returns {Promise<{ rows: Row[], rounds: number }>}
 */
export async function measureProject(contestants, project, { runs, until, patienceMs, log }) {
  const entries = contestants.map((contestant) => ({
    contestant,
    folder: join(project.folder, contestant.id),
    usages: [],
    failure: undefined,
  }));
  for (const entry of entries) await attempt(entry, () => setUp(entry, project));
  const visit = async (entry, round) => {
    if (entry.failure !== undefined) return;
    await attempt(entry, () => runOnce(entry, round, { methods: project.tools, patienceMs }));
    const outcome = entry.failure ?? `${(entry.usages.at(-1).wallMs / 1000).toFixed(2)} s`;
    log(`${project.title}, run ${round + 1} of ${runs}, ${entry.contestant.id}: ${outcome}`);
  };
  const rounds = await interleave(entries, runs, visit, createTimeLimit(until));
  return { rows: entries.map(toRow), rounds };
}

/** Tells before each round whether it would end in time if it took as long as the longest round so far. */
function createTimeLimit(until) {
  let begun = performance.now();
  let longest = 0;
  return (round) => {
    const now = performance.now();
    if (round > 0) longest = Math.max(longest, now - begun);
    begun = now;
    return round === 0 || now + longest <= until;
  };
}

async function setUp({ contestant, folder }, project) {
  project.write(folder, contestant);
  await contestant.warmUp?.(folder);
}

async function runOnce(entry, round, { methods, patienceMs }) {
  const { contestant, folder } = entry;
  contestant.prepare?.(folder, round);
  const { usage, failure } = contestant.measure
    ? { usage: await contestant.measure(folder, round) }
    : await measureProcess(contestant.command(folder), { hardLimitMs: patienceMs });
  // A large output is read once. An output that must change with each round is read each time.
  const isChecked = round === 0 || contestant.mark !== undefined;
  entry.failure = failure ?? (isChecked ? missingFrom(contestant, folder, round, methods) : undefined);
  if (entry.failure === undefined) entry.usages.push(usage);
}

/** An error of one contestant becomes its failure; the others continue. */
async function attempt(entry, step) {
  try {
    await step();
  } catch (error) {
    entry.failure = error instanceof Error ? error.message : String(error);
  }
  entry.failure = entry.failure?.replaceAll(entry.folder, '.').replaceAll(repository, '');
}

/** A contestant that failed once has no figures: the median of its successful runs would flatter it. */
function toRow({ contestant: { id, title }, usages, failure }) {
  return failure === undefined ? { id, title, usage: medians(usages) } : { id, title, failure };
}
