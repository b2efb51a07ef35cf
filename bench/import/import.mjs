import { fileURLToPath } from 'node:url';
import { interleave } from '../measure/interleave.mjs';
import { measureProcess } from '../measure/measure-process.mjs';
import { parseOptions } from '../options.mjs';
import { busyWarning, machine } from '../report/machine.mjs';
import { writeSection } from '../report/page.mjs';
import { medians } from '../report/statistics.mjs';
import { figure, table } from '../report/table.mjs';
import { targetTable } from '../report/targets.mjs';

const LIMIT_MS = 60;

/** `pnpm bench import`: how much longer a process lives that imports `toolwright` and does nothing with it. */
export async function run(args) {
  const { runs, write } = parseOptions(args, { runs: 25 });
  console.error([machine(), busyWarning()].filter(Boolean).join('\n'));
  const scripts = [
    {
      title: 'empty script',
      file: fileURLToPath(new URL('./empty-script.mjs', import.meta.url)),
      usages: [],
    },
    {
      title: "import 'toolwright'",
      file: fileURLToPath(new URL('./toolwright-script.mjs', import.meta.url)),
      usages: [],
    },
  ];
  await interleave(scripts, runs, async ({ file, usages }) => {
    const outcome = await measureProcess({ file: process.execPath, args: [file] });
    if ('failure' in outcome) throw new Error(outcome.failure);
    usages.push(outcome.usage);
  });
  const report = importReport(scripts, runs);
  console.log(report);
  if (write) writeSection('import', 'Import', report);
  return true;
}

function importReport(scripts, runs) {
  const measured = scripts.map(({ title, usages }) => ({ title, ...medians(usages) }));
  const [empty, toolwright] = measured;
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
        what: "import 'toolwright': wall above that of an empty script",
        limit: LIMIT_MS,
        value: toolwright.wallMs - empty.wallMs,
        unit: 'ms',
      },
    ]),
  ].join('\n\n');
}
