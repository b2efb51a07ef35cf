import { writeSection } from '../../report/page.mjs';
import { measureTasks } from './measure.mjs';
import { createModes } from './modes.mjs';
import { tasksReport } from './report.mjs';

/** The shares of replies with mistakes, and of values read wrong. The first pair is reported in full. */
const RATES = [
  { mistakes: 0.1, slips: 0 },
  { mistakes: 0, slips: 0 },
  { mistakes: 0.3, slips: 0 },
  { mistakes: 0.1, slips: 0.1 },
  { mistakes: 0.1, slips: 0.3 },
];

/** Does the set of tasks in all ways: `pnpm bench many-tools --tasks`. */
export async function runTasks({ runs, write }) {
  const modes = createModes();
  const measured = [];
  for (const rates of RATES) {
    console.error(`mistakes ${rates.mistakes}, slips ${rates.slips}`);
    // Programs do not slip.
    const affected = rates.slips === 0 ? modes : modes.filter(({ readsResults }) => readsResults);
    measured.push({ ...rates, rows: await measureTasks(rates, { seeds: runs, modes: affected }) });
  }
  const tools = modes[0].source.listTools().length;
  const report = tasksReport(measured, { tools, seeds: runs });
  console.log(report);
  if (write) writeSection('many-tools --tasks', 'Tasks in three ways', report);
  return true;
}
