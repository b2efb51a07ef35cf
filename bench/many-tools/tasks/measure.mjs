import { createModes } from './modes.mjs';
import { runTask } from './run-task.mjs';
import { GROUPS } from './tasks.mjs';

/** What is summed over tasks. */
const FIGURES = ['requests', 'input', 'cached', 'output', 'seconds', 'wrong', 'doubled', 'missing'];

/**
 * Does all tasks in all modes, and sums by mode and group. Figures are means over the seeds.
 * @param {{ mistakes: number, slips: number }} rates
 * @param {{ seeds: number, modes?: ReturnType<typeof createModes> }} options
 */
export async function measureTasks(rates, { seeds, modes = createModes() }) {
  const rows = [];
  for (const mode of modes)
    for (const [group, tasks] of Object.entries(GROUPS)) {
      const sum = { mode: mode.id, group, tasks: tasks.length, right: 0 };
      for (let seed = 1; seed <= seeds; seed += 1)
        for (const task of tasks) add(sum, await runTask(task, mode, { ...rates, seed }), seeds);
      rows.push(sum);
    }
  return rows;
}

/** Sums rows of groups. */
export function total(rows) {
  const sum = { tasks: 0, right: 0 };
  for (const row of rows)
    for (const name of ['tasks', 'right', ...FIGURES]) sum[name] = (sum[name] ?? 0) + row[name];
  return sum;
}

function add(sum, outcome, seeds) {
  if (outcome.right) sum.right += 1 / seeds;
  for (const name of FIGURES) sum[name] = (sum[name] ?? 0) + outcome[name] / seeds;
}
