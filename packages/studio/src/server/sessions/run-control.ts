import type { RunControl, RunRecord } from '../../history/run-record.js';
import type { ProgramState } from '../../protocol/requests.js';
import { whyUndecidable } from './why-undecidable.js';

/** What decides about the control of a run, beside the run. */
export interface RunSurroundings {
  readonly program: ProgramState;
  /** When the program was last started anew. What resumes a paused run is lost with its process. */
  readonly lostAt: number;
  /** Whether a session keeps the run. */
  readonly isKept: boolean;
}

/** A run of another process can be repeated once it has ended; only its own process, or its session, can decide about it. */
export function controlOf(record: RunRecord, surroundings: RunSurroundings): RunControl {
  const { from, run, isOpen, isPaused, isPartial, startedAt } = record;
  const { program, lostAt } = surroundings;
  const undecidable = isPaused ? whyLost(record, surroundings) : undefined;
  if (undecidable !== undefined) return { controllable: false, undecidable };
  const isOwn = program.status === 'ready' && program.agents.some(({ name }) => name === run.agent);
  const isLost = isOpen && (from !== 'studio' || startedAt < lostAt);
  return { controllable: isOwn && !isPartial && !isLost };
}

function whyLost(
  { from, run, startedAt }: RunRecord,
  { program, lostAt, isKept }: RunSurroundings,
): string | undefined {
  if (isKept) return whyUndecidable(run.agent, program);
  if (from !== 'studio') return FOREIGN_RUN;
  return startedAt < lostAt ? LOST_RUN : undefined;
}

const FOREIGN_RUN =
  'The run waits in the program that it belongs to: decide there. If it is a run of a session, start Studio with --store and --agent.';
const LOST_RUN =
  'The program was restarted since. If a session of a store keeps the run, start Studio with --store and --agent to decide. If none does, run it again: with --store, runs of the page are kept as sessions.';
