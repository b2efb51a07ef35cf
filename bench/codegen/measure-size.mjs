import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { interleave } from '../measure/interleave.mjs';
import { measureProcess } from '../measure/measure-process.mjs';
import { peerFolder } from '../peers.mjs';
import { medians } from '../report/statistics.mjs';
import { missingFrom } from './check-output.mjs';
import { createModel } from './project/model.mjs';
import { projectFiles, writeProject } from './project/write-project.mjs';
import { toolwrightPackage } from './toolwright.mjs';

const repository = fileURLToPath(new URL('../..', import.meta.url));

const LINKS = {
  positional: { toolwright: toolwrightPackage },
  types: {},
  typia: { typia: peerFolder('typia') },
};

/**
 * What one contestant needed at one size: the medians of its runs, or why there are none.
 * @typedef {object} Row
 * @property {string} id
 * @property {string} title
 * @property {{ wallMs: number, cpuMs?: number, peakMb?: number }} [usage]
 * @property {number} slowestMs Of all runs, also of one that failed
 * @property {string} [failure]
 */

/**
 * Generates a project of so many methods for each contestant and runs them in turn.
 * @param {import('./contestant.mjs').Contestant[]} contestants
 * @param {{ methods: number, runs: number, folder: string, log: (line: string) => void }} options
 * @returns {Promise<Row[]>}
 */
export async function measureSize(contestants, { methods, runs, folder, log }) {
  const model = createModel(methods);
  const all = model.classes.flatMap((toolClass) => toolClass.methods);
  const entries = contestants.map((contestant) => ({
    contestant,
    folder: join(folder, String(methods), contestant.id),
    usages: [],
    slowestMs: 0,
    failure: undefined,
  }));
  for (const entry of entries) await attempt(entry, () => setUp(entry, model));
  await interleave(entries, runs, async (entry, round) => {
    if (entry.failure !== undefined) return;
    await attempt(entry, () => runOnce(entry, round, all));
    const outcome = entry.failure ?? `${(entry.usages.at(-1).wallMs / 1000).toFixed(2)} s`;
    log(`${methods} methods, run ${round + 1} of ${runs}, ${entry.contestant.id}: ${outcome}`);
  });
  return entries.map(toRow);
}

async function setUp({ contestant, folder }, model) {
  writeProject(folder, projectFiles(model, contestant.form), LINKS[contestant.form]);
  await contestant.warmUp?.(folder);
}

async function runOnce(entry, round, methods) {
  const { contestant, folder } = entry;
  contestant.prepare?.(folder, round);
  const begun = performance.now();
  const { usage, failure } = await measureProcess(contestant.command(folder));
  entry.slowestMs = Math.max(entry.slowestMs, performance.now() - begun);
  // A large output is read once; one that must differ each time, each time.
  const isChecked = round === 0 || contestant.mark !== undefined;
  entry.failure = failure ?? (isChecked ? missingFrom(contestant, folder, round, methods) : undefined);
  if (entry.failure === undefined) entry.usages.push(usage);
}

/** Whatever goes wrong with one contestant is its failure, and the others go on. */
async function attempt(entry, step) {
  try {
    await step();
  } catch (error) {
    entry.failure = error instanceof Error ? error.message : String(error);
  }
  entry.failure = entry.failure?.replaceAll(entry.folder, '.').replaceAll(repository, '');
}

/** A contestant that failed once has no figures: a median of the runs that went well would flatter it. */
function toRow({ contestant: { id, title }, usages, slowestMs, failure }) {
  return failure === undefined
    ? { id, title, usage: medians(usages), slowestMs }
    : { id, title, failure, slowestMs };
}
