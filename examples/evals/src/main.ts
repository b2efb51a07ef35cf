import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { printTable, readBaseline, runEval } from '@toolwright/evals';
import safety from './safety.eval.js';
import support from './support.eval.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const baseline = readBaseline(readFileSync(`${root}/baseline.json`, 'utf8'), 'baseline.json');
let failed = 0;
for (const definition of [support, safety]) {
  const folder = `${root}/.toolwright/evals/${definition.name}`;
  const report = await runEval(definition, { folder, base: `${root}/src`, baseline });
  process.stdout.write(`${printTable(report, { color: process.stdout.isTTY })}\n`);
  failed += report.totals.failed + report.missing.length;
}
process.exitCode = failed === 0 ? 0 : 1;
