import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chosen, numberList, parseOptions } from '../options.mjs';
import { installPeers } from '../peers.mjs';
import { busyWarning, machine } from '../report/machine.mjs';
import { writeSection } from '../report/page.mjs';
import { madeProject } from './made-project.mjs';
import { measureProject } from './measure-project.mjs';
import { peers } from './peers.mjs';
import { realProjects } from './real/projects.mjs';
import { realProject } from './real/real-project.mjs';
import { codegenReport } from './report.mjs';
import { installToolwright, toolwrightContestants } from './toolwright.mjs';

const PEERS = /^(?:typescript|ts-|typia)/;
/** The number of methods that a real project counts as when time is divided. */
const REAL_SIZE = 1000;

/** `pnpm bench codegen`: resolves to true if all of Toolwright's own rows have figures. */
export async function run(args) {
  const options = parseOptions(
    args,
    { runs: 5 },
    {
      methods: { type: 'string', default: '100,1000,3000,10000' },
      projects: { type: 'string' },
      only: { type: 'string' },
      minutes: { type: 'string', default: '10' },
      patience: { type: 'string', default: '40' },
    },
  );
  const sizes = options.methods === 'none' ? [] : numberList(options.methods, '--methods');
  const definitions = chosen(realProjects, options.projects, '--projects');
  const contestants = chosen([...toolwrightContestants, ...peers], options.only, '--only');
  installPeers();
  const warning = busyWarning();
  console.error([machine(), ...(warning ? [warning] : [])].join('\n'));

  const [minutes] = numberList(options.minutes, '--minutes');
  const [patience] = numberList(options.patience, '--patience');
  const uninstall = await installToolwright();
  const { results, notes } = await measureAll(contestants, [...sizes, ...definitions], {
    runs: options.runs,
    patienceMs: patience * 1000,
    end: performance.now() + minutes * 60_000,
  }).finally(uninstall);
  const { dependencies } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  // The peers of other benches are installed in the same folder.
  const versions = Object.fromEntries(Object.entries(dependencies).filter(([name]) => PEERS.test(name)));
  const report = codegenReport(results, contestants, { runs: options.runs, notes, versions });
  console.log(report);
  if (options.write) writeSection('codegen', 'Codegen', report);
  return !results.some(({ rows }) => rows.some((row) => row.id.startsWith('toolwright') && row.failure));
}

/**
 * A contestant that fails or exceeds its time for one project skips the later ones.
 * @param {(number | import('./real/projects.mjs').Definition)[]} all Sizes of generated projects, then projects of others
 */
async function measureAll(contestants, all, { runs, patienceMs, end }) {
  const folder = mkdtempSync(join(tmpdir(), 'toolwright-bench-'));
  // Also if the bench is interrupted, which ends the process.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const [results, notes] = [[], []];
  let left = contestants;
  for (const [index, one] of all.entries()) {
    const methods = typeof one === 'number' ? one : undefined;
    const project = methods === undefined ? realProject(one, folder) : madeProject(methods, folder);
    const now = performance.now();
    if (now > end) {
      notes.push(`There was no time left for ${project.title}.`);
      continue;
    }
    const until = now + (end - now) * share(all.slice(index));
    const readers = methods === undefined ? contestants.filter(({ anyProject }) => anyProject) : left;
    const options = { runs, until, patienceMs, log: console.error };
    const { rows, rounds } = await measureProject(readers, project, options);
    results.push({ methods, title: project.title, about: project.about, rows, rounds });
    if (methods === undefined || typeof all[index + 1] !== 'number') continue;
    const out = rows.filter((row) => row.failure !== undefined && !row.id.startsWith('toolwright'));
    left = left.filter(({ id }) => !out.some((row) => row.id === id));
    for (const { title } of out) {
      notes.push(`${title} failed with ${project.title} and is not measured at larger sizes.`);
    }
  }
  for (const note of notes) console.error(note);
  return { results, notes };
}

/** The share of the remaining time that the first of several projects gets. */
function share(projects) {
  const weights = projects.map((one) => Math.sqrt(typeof one === 'number' ? one : REAL_SIZE));
  return weights[0] / weights.reduce((sum, weight) => sum + weight, 0);
}
