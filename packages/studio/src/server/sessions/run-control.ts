import type { RunControl, RunRecord } from '../../history/run-record.js';
import type { ProgramState } from '../../protocol/requests.js';

/** The state outside of a run that determines whether it can be controlled. */
export interface RunSurroundings {
  readonly program: ProgramState;
  /** The time of the program's last restart. The data needed to resume a paused run is lost when its process exits. */
  readonly lostAt: number;
  /** Whether the run is stored in a session. */
  readonly isKept: boolean;
}

/** Whether Studio can control a run. Any finished run can be replayed, but only a run's own process or session can decide its calls. */
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
  { from, run, startedAt, isReplay, playground }: RunRecord,
  { program, lostAt, isKept }: RunSurroundings,
): string | undefined {
  if (isReplay) return REPLAYED_RUN;
  if (isKept) return whyUndecidable(run.agent, program);
  if (from !== 'studio') return FOREIGN_RUN;
  if (startedAt >= lostAt) return undefined;
  return playground === undefined ? LOST_RUN : LOST_TURN;
}

const REPLAYED_RUN = 'This is a replay of a run that was waiting for a decision. Decide in the original run.';
const FOREIGN_RUN =
  'The run is waiting in its own program, where you must decide. If it belongs to a session, start Studio with --store and --agent.';
const LOST_TURN = 'The program was restarted since then. Send the message again.';
const LOST_RUN =
  'The program was restarted since then. If the run is stored in a session, start Studio with --store and --agent to decide. Otherwise, run it again; with --store, runs started from the page are stored in sessions.';

/** Returns the reason a session's calls cannot be decided at the moment; undefined if they can. */
export function whyUndecidable(agent: string, program: ProgramState): string | undefined {
  switch (program.status) {
    case 'none':
      return `To decide here, start Studio with --agent and the configuration of '${agent}'.`;
    case 'starting':
      return 'The program is starting. You can decide once it is ready.';
    case 'failed':
      return 'The program failed. You can decide once it runs again.';
    case 'ready':
      return program.agents.some(({ name }) => name === agent)
        ? undefined
        : `The program has no agent '${agent}'. To decide here, start Studio with --agent and its configuration.`;
    default:
      return program satisfies never;
  }
}
