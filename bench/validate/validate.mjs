import { deepStrictEqual } from 'node:assert/strict';
import { measureBatches } from '../measure/measure-batches.mjs';
import { parseOptions } from '../options.mjs';
import { busyWarning, machine } from '../report/machine.mjs';
import { writeSection } from '../report/page.mjs';
import { figure, table } from '../report/table.mjs';
import { targetTable } from '../report/targets.mjs';
import { asyncShapes, syncShapes } from './shapes.mjs';
import { asyncSubjects, createRegistry, syncSubjects } from './subjects.mjs';

const BATCH = 1000;
const WARM_UP_MS = 300;
const LIMIT = 1.2;

/** `pnpm bench validate`: one call through the registry, compared with hand-written code. */
export async function run(args) {
  const { runs, write } = parseOptions(args, { runs: 101 });
  console.error([machine(), busyWarning()].filter(Boolean).join('\n'));
  const registry = createRegistry([...syncShapes, ...asyncShapes]);
  const results = [];
  for (const shape of syncShapes)
    results.push(await measureShape(shape, syncSubjects(shape, registry), runs));
  for (const shape of asyncShapes)
    results.push(await measureShape(shape, asyncSubjects(shape, registry), runs));
  const report = validateReport(results, runs);
  console.log(report);
  if (write) writeSection('validate', 'Validate and dispatch', report);
  return true;
}

async function measureShape(shape, subjects, rounds) {
  await checkThatAllAgree(shape, subjects);
  const inputs = () => Array.from({ length: BATCH }, (_, index) => shape.args(index));
  const times = await measureBatches(subjects, { inputs, rounds, warmUpMs: WARM_UP_MS });
  const [base, ...ours] = subjects.map(({ title }, index) => ({
    title,
    nanoseconds: times.get(subjects[index]),
  }));
  return { shape: shape.title, base, ours };
}

/** All subjects must do the same: return the same results for valid arguments, and refuse invalid ones. */
async function checkThatAllAgree({ args }, subjects) {
  const [base, ...others] = subjects;
  for (const other of others) {
    for (const index of [0, 1])
      deepStrictEqual(await other.invoke(args(index)), await base.invoke(args(index)));
  }
  for (const { title, invoke } of subjects) {
    const refused = await Promise.resolve({ ...args(0), unknown: 1 })
      .then(invoke)
      .then(
        () => false,
        () => true,
      );
    if (!refused) throw new Error(`${title} accepts an unknown argument.`);
  }
}

function validateReport(results, runs) {
  const rows = results.flatMap(({ shape, base, ours }) =>
    [base, ...ours].map(({ title, nanoseconds }) => [
      shape,
      title,
      figure(nanoseconds, 0),
      figure(nanoseconds / base.nanoseconds),
    ]),
  );
  const targets = results.flatMap(({ shape, base, ours }) =>
    ours.map(({ title, nanoseconds }) => ({
      what: `${title}, ${shape}: against ${base.title}`,
      limit: LIMIT,
      value: nanoseconds / base.nanoseconds,
      unit: '×',
    })),
  );
  return [
    `One call in one process: medians of ${runs} interleaved batches of ${BATCH} calls.`,
    table(['arguments', 'way', 'ns per call', '×'], rows),
    '### Targets',
    targetTable(targets),
  ].join('\n\n');
}
