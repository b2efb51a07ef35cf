import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { interleave } from '../measure/interleave.mjs';
import { measureProcess } from '../measure/measure-process.mjs';
import { packedProject } from '../measure/packed-project.mjs';
import { parseOptions } from '../options.mjs';
import { busyWarning, machine } from '../report/machine.mjs';
import { writeSection } from '../report/page.mjs';
import { medians } from '../report/statistics.mjs';
import { figure, table } from '../report/table.mjs';
import { targetTable } from '../report/targets.mjs';

const LIMIT_MS = 60;
const EMPTY = fileURLToPath(new URL('./empty-script.mjs', import.meta.url));
const IMPORTING = fileURLToPath(new URL('./toolwright-script.mjs', import.meta.url));

/** `pnpm bench import`: how much longer a process takes if it imports `toolwright` and does nothing with it. */
export async function run(args) {
  const { runs, write } = parseOptions(args, { runs: 25 });
  console.error([machine(), busyWarning()].filter(Boolean).join('\n'));
  const project = await packedProject({ 'script.mjs': IMPORTING });
  const scripts = [
    { title: 'empty script', file: EMPTY, usages: [] },
    { title: "import 'toolwright', packed", file: join(project.folder, 'script.mjs'), usages: [] },
    { title: "import 'toolwright' in the repository", file: IMPORTING, usages: [] },
  ];
  try {
    await measure(scripts, runs);
  } finally {
    project.remove();
  }
  const report = importReport(scripts, runs);
  console.log(report);
  if (write) writeSection('import', 'Import', report);
  return true;
}

async function measure(scripts, runs) {
  await interleave(scripts, runs, async ({ file, usages }) => {
    const outcome = await measureProcess({ file: process.execPath, args: [file] });
    if ('failure' in outcome) throw new Error(outcome.failure);
    usages.push(outcome.usage);
  });
}

function importReport(scripts, runs) {
  const measured = scripts.map(({ title, usages }) => ({ title, ...medians(usages) }));
  const [empty, packed] = measured;
  return [
    `Whole processes, medians of ${runs} interleaved runs.`,
    table(
      ['script', 'wall ms', 'CPU ms', 'peak MiB'],
      measured.map(({ title, wallMs, cpuMs, peakMb }) => [
        title,
        figure(wallMs, 0),
        figure(cpuMs, 0),
        figure(peakMb, 0),
      ]),
    ),
    '### Targets',
    targetTable([
      {
        what: "import 'toolwright', packed: wall above that of an empty script",
        limit: LIMIT_MS,
        value: packed.wallMs - empty.wallMs,
        unit: 'ms',
      },
    ]),
  ].join('\n\n');
}
