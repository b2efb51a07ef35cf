import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { numberList, parseOptions } from '../options.mjs';
import { installPeers } from '../peers.mjs';
import { busyWarning, machine } from '../report/machine.mjs';
import { writeSection } from '../report/page.mjs';
import { measureSize } from './measure-size.mjs';
import { peers } from './peers.mjs';
import { codegenReport } from './report.mjs';
import { count } from './targets.mjs';
import { installToolwright, toolwrightContestants } from './toolwright.mjs';

const PEERS = /^(?:typescript|ts-|typia)/;

/** `pnpm bench codegen`: true when all of Toolwright's own rows have figures. */
export async function run(args) {
  const options = parseOptions(
    args,
    { runs: 5 },
    {
      methods: { type: 'string', default: '100,1000,3000,10000' },
      only: { type: 'string' },
      minutes: { type: 'string', default: '20' },
      patience: { type: 'string', default: '90' },
    },
  );
  const sizes = numberList(options.methods, '--methods');
  const contestants = choose([...toolwrightContestants, ...peers], options.only);
  installPeers();
  const warning = busyWarning();
  console.error([machine(), ...(warning ? [warning] : [])].join('\n'));

  const [minutes] = numberList(options.minutes, '--minutes');
  const [patience] = numberList(options.patience, '--patience');
  const uninstall = await installToolwright();
  const { results, notes } = await measureAll(contestants, sizes, {
    runs: options.runs,
    patienceMs: patience * 1000,
    end: performance.now() + minutes * 60_000,
  }).finally(uninstall);
  const { dependencies } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  // The peers of other benches are installed in the same place.
  const versions = Object.fromEntries(Object.entries(dependencies).filter(([name]) => PEERS.test(name)));
  const report = codegenReport(results, contestants, { runs: options.runs, notes, versions });
  console.log(report);
  if (options.write) writeSection('codegen', 'Codegen', report);
  return !results.some(({ rows }) => rows.some((row) => row.id.startsWith('toolwright') && row.failure));
}

function choose(all, only) {
  if (only === undefined) return all;
  const wanted = only.split(',');
  const ids = all.map(({ id }) => id);
  const unknown = wanted.filter((id) => !ids.includes(id));
  if (unknown.length > 0) throw new Error(`--only: no ${unknown.join(', ')}. Available: ${ids.join(', ')}.`);
  return all.filter(({ id }) => wanted.includes(id));
}

/** A contestant that loses its patience at one size, or fails, sits out the larger ones. */
async function measureAll(contestants, sizes, { runs, patienceMs, end }) {
  const folder = mkdtempSync(join(tmpdir(), 'toolwright-bench-'));
  // Also when the bench is interrupted, which ends the process.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const [results, notes] = [[], []];
  let left = contestants;
  for (const [index, methods] of sizes.entries()) {
    const now = performance.now();
    if (now > end) {
      notes.push(`There was no time left for ${count(methods)} methods.`);
      continue;
    }
    const until = now + (end - now) * share(sizes.slice(index));
    const options = { methods, runs, until, patienceMs, folder, log: console.error };
    const { rows, rounds } = await measureSize(left, options);
    results.push({ methods, rows, rounds });
    if (methods === sizes.at(-1)) break;
    const out = rows.filter((row) => row.failure !== undefined && !row.id.startsWith('toolwright'));
    left = left.filter(({ id }) => !out.some((row) => row.id === id));
    for (const { title } of out) {
      notes.push(`${title} failed with ${count(methods)} methods and is not measured at larger sizes.`);
    }
  }
  for (const note of notes) console.error(note);
  return { results, notes };
}

/** What the first of several sizes gets of the time that is left for all. */
function share(sizes) {
  const weights = sizes.map(Math.sqrt);
  return weights[0] / weights.reduce((sum, weight) => sum + weight, 0);
}
