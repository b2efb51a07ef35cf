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
import { toolwrightContestants } from './toolwright.mjs';

/** A contestant that needs longer at one size sits out the larger ones. */
const PATIENCE_MS = 120_000;

/** `pnpm bench codegen`: true when all of Toolwright's own rows have figures. */
export async function run(args) {
  const options = parseOptions(
    args,
    { runs: 5 },
    { methods: { type: 'string', default: '100,1000,3000,10000' }, only: { type: 'string' } },
  );
  const sizes = numberList(options.methods, '--methods');
  const contestants = choose([...toolwrightContestants(), ...peers], options.only);
  installPeers();
  const warning = busyWarning();
  console.error([machine(), ...(warning ? [warning] : [])].join('\n'));

  const { results, notes } = await measureAll(contestants, sizes, options.runs);
  const { dependencies: versions } = JSON.parse(
    readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
  );
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

async function measureAll(contestants, sizes, runs) {
  const folder = mkdtempSync(join(tmpdir(), 'toolwright-bench-'));
  // Also when the bench is interrupted, which ends the process.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const [results, notes] = [[], []];
  let left = contestants;
  for (const methods of sizes) {
    const rows = await measureSize(left, { methods, runs, folder, log: console.error });
    results.push({ methods, rows });
    if (methods === sizes.at(-1)) break;
    const slow = rows.filter((row) => row.slowestMs > PATIENCE_MS);
    left = left.filter(({ id }) => !slow.some((row) => row.id === id));
    for (const row of slow) notes.push(sitsOut(row, methods));
  }
  for (const note of notes) console.error(note);
  return { results, notes };
}

function sitsOut({ title, slowestMs }, methods) {
  const seconds = (slowestMs / 1000).toFixed(0);
  return `${title} needed ${seconds} s for ${count(methods)} methods and is not measured at larger sizes.`;
}
