import { existsSync, readdirSync, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { createRandom } from '../../random.mjs';
import { damageCache, damageManifest, restoreCache } from './damage.mjs';
import { EDITS } from './edits.mjs';
import { CACHE, OUT, SoakProject } from './project.mjs';
import * as runs from './runs.mjs';
import { startWatch } from './watching.mjs';

/** Ways to run codegen, with their weights. Ways that start processes are slow. */
const KINDS = {
  plain: 30,
  generator: 20,
  'another clock': 20,
  'edited meanwhile': 12,
  'a process': 3,
  'processes at once': 5,
  killed: 6,
  'process edited meanwhile': 4,
};

const MS_OF_A_PROCESS = 1_200;

/**
 * Edits a project at random, damages its cache, runs codegen in many ways, and compares each result with that of a fresh run: no cache,
 * another folder.
 * @param {{ steps: number, seed: number, kinds?: string[], fresh?: typeof runs.runFresh, onStep?: (step: number) => void }} options
 *   `kinds`: the ways to run; default all, and `watch` beside them.
 * @returns {Promise<Soak>}
 * @typedef {{ counts: Record<string, number>, kept: number, problems: { step: number, log: string[], problem: string }[] }} Soak
 *   `kept`: runs without a change that took everything from the cache
 */
export async function soakCodegen({ steps, seed, kinds, fresh: runFresh = runs.runFresh, onStep }) {
  const random = createRandom(seed);
  const project = new SoakProject();
  const soak = { counts: {}, kept: 0, problems: [] };
  const bag = Object.entries(KINDS).flatMap(([kind, weight]) =>
    kinds === undefined || kinds.includes(kind) ? Array(weight).fill(kind) : [],
  );
  const context = { project, random, generator: runs.createGeneratorRuns(), watching: undefined };
  for (let step = 1; step <= steps && soak.problems.length === 0; step += 1) {
    const log = [];
    const kind = context.watching ? 'watch' : random.pick(bag);
    soak.counts[kind] = (soak.counts[kind] ?? 0) + 1;
    change(context, log, kind === 'watch');
    log.push(kind);
    const problem = await checkStep(kind, context, log, { soak, runFresh });
    if (problem !== undefined) soak.problems.push({ step, log, problem });
    onStep?.(step);
    const canWatch = kinds === undefined || kinds.includes('watch');
    if (canWatch && random.chance(context.watching ? 0.1 : 0.02)) await toggleWatch(context);
  }
  await context.watching?.stop();
  if (soak.problems.length === 0) project.remove();
  return { ...soak, dir: project.dir };
}

function change({ project, random }, log, watched) {
  for (let edits = random.below(4); edits > 0; edits -= 1) log.push(edit(project, random, watched));
  if (watched) return;
  if (random.chance(0.15)) log.push(damageCache(project, random));
  if (random.chance(0.1)) log.push(restoreCache(project, random));
  if (random.chance(0.1)) log.push(damageManifest(project, random));
}

/** @param inPlace The folder of the project must stay. */
function edit(project, random, inPlace) {
  const bag = EDITS.flatMap(([weight, make]) => Array(weight).fill(make));
  const allowed = inPlace ? bag.filter(({ name }) => !/^(?:moveProject|restoreCopy)$/.test(name)) : bag;
  return random.pick(allowed)(project, random);
}

async function toggleWatch(context) {
  const { watching, project } = context;
  await watching?.stop();
  context.watching = watching === undefined ? startWatch(project) : undefined;
}

async function checkStep(kind, context, log, { soak, runFresh }) {
  const { project, random } = context;
  const found = await run(kind, context, log);
  const copy = project.copy();
  const fresh = await runFresh(copy);
  rmSync(copy, { recursive: true });
  if (kind === 'watch') return context.watching.settle(fresh);
  if (Array.isArray(found)) {
    const problem = runs.processProblem(project, found, fresh);
    if (problem !== undefined) return problem;
  } else if (found !== undefined) {
    const problem = difference(kind, found, fresh, project);
    if (problem !== undefined) return problem;
  }
  const before = bodies(project);
  const again = random.chance(0.5)
    ? await runs.runCached(project.dir)
    : await runs.runByClock(project.dir, 10);
  if (again.ok && before !== '' && before === bodies(project)) soak.kept += 1;
  return difference('the run after it', again, fresh, project);
}

/** @returns What the run found; of processes, their ends; undefined where it shows only in the next run. */
async function run(kind, { project, random, generator }, log) {
  const { dir } = project;
  switch (kind) {
    case 'plain':
      return runs.runCached(dir);
    case 'generator':
      return generator(project);
    case 'another clock':
      return runs.runByClock(dir, random.pick([-86_400, -10, 4, 10, 3_600]));
    case 'edited meanwhile': {
      const call = 1 + random.below(random.pick([10, 100, 400]));
      return runs.runAround(dir, call, () => log.push(`before call ${call}: ${edit(project, random, true)}`));
    }
    case 'a process':
      return [await runs.runProcess(dir)];
    case 'processes at once':
      return Promise.all(Array.from({ length: 2 + random.below(2) }, () => runs.runProcess(dir)));
    case 'killed':
      await runs.runProcess(dir, random.below(MS_OF_A_PROCESS));
      return undefined;
    case 'process edited meanwhile': {
      const running = runs.runProcess(dir);
      await sleep(random.below(MS_OF_A_PROCESS));
      log.push(edit(project, random, true));
      await running;
      return undefined;
    }
    default:
      return undefined; // `watch` runs by itself.
  }
}

function difference(name, found, fresh, project) {
  for (const key of ['error', 'ok', 'diagnostics', 'output']) {
    if (found[key] !== fresh[key])
      return `${name}: ${key} differs\n  found: ${found[key]}\n  fresh: ${fresh[key]}`;
  }
  if (fresh.ok === true && project.read(OUT) !== fresh.output) return `${name}: the manifest on disk differs`;
  return undefined;
}

function bodies(project) {
  const folder = project.at(CACHE);
  if (!existsSync(folder)) return '';
  try {
    return readdirSync(folder)
      .filter((name) => name.split('.').length > 2)
      .join();
  } catch {
    return '';
  }
}
