import type { Run } from '../run/run.js';
import type { PausedData } from './paused-run.js';

/** Puts a run where it was when it was paused. */
export function restoreRun(run: Run, data: PausedData): void {
  run.record.restore(data);
  run.ledger.restore(data.ledger);
  for (const [name, value] of Object.entries(data.state)) run.state.set(name, value);
  const done = [...data.toolCalls, ...(data.finished ?? [])];
  run.repeatedCalls?.restore(done, (name) => run.findAnnotations(name));
}
