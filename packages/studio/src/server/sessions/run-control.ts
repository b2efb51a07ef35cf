import type { RunControl, RunRecord } from '../../history/run-record.js';
import type { ProgramState } from '../../protocol/requests.js';

/** The state outside of a run that determines whether it can be controlled. */
export interface RunSurroundings {
  readonly program: ProgramState;
  /** When the program was last restarted. The data to resume a paused run are lost with its process. */
  readonly lostAt: number;
  /** Whether the run is stored in a session. */
  readonly isKept: boolean;
}

/** Whether Studio can control a run. Ended runs of other processes can be replayed, but only their own process or session can decide calls. */
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
  'The run waits in its own program, where it must be decided. If it belongs to a session, start Studio with --store and --agent.';
const LOST_RUN =
  'The program has been restarted since then. If the run is stored in a session, start Studio with --store and --agent to decide. Otherwise run it again; with --store, runs of the page are stored in sessions.';

/** Why the calls of a session cannot be decided at the moment; undefined if they can. */
export function whyUndecidable(agent: string, program: ProgramState): string | undefined {
  switch (program.status) {
    case 'none':
      return `Start Studio with --agent, the configuration of '${agent}', to decide here.`;
    case 'starting':
      return 'You can decide as soon as the program is ready. It is starting.';
    case 'failed':
      return 'You can decide as soon as the program runs again. It failed.';
    case 'ready':
      return program.agents.some(({ name }) => name === agent)
        ? undefined
        : `The program has no agent '${agent}'. Start Studio with --agent, its configuration, to decide here.`;
    default:
      return program satisfies never;
  }
}
