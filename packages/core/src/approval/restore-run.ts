import type { ToolAnnotations } from '@toolwright/contract';
import type { RepeatedCalls } from '../calls/repeated-calls.js';
import type { RunState } from '../delegation/run-state.js';
import type { Ledger } from '../limits/ledger.js';
import type { RunRecord } from '../run/run-record.js';
import type { PausedData } from './paused-run.js';

/** The parts of a run that a pause keeps. */
interface RestorableRun {
  readonly record: RunRecord;
  readonly ledger: Ledger;
  readonly state: RunState;
  readonly repeatedCalls: RepeatedCalls | undefined;
  findAnnotations(toolName: string): ToolAnnotations;
}

/** Puts a run where it was when it was paused. */
export function restoreRun(run: RestorableRun, data: PausedData): void {
  run.record.restore(data);
  run.ledger.restore(data.ledger);
  for (const [name, value] of Object.entries(data.state)) run.state.set(name, value);
  const done = [...data.toolCalls, ...(data.finished ?? [])];
  run.repeatedCalls?.restore(done, (name) => run.findAnnotations(name));
}
