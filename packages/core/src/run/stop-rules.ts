import type { LimitName, RunStatus } from '@toolwright/contract';
import type { Ledger } from '../limits/ledger.js';

/** What stop rules look at. */
export interface RunStanding {
  /** How many times the model was asked. */
  readonly iteration: number;
  readonly maxIterations: number;
  readonly timeIsUp: boolean;
  /** What the run and its sub-agents have used, and the limits of that. */
  readonly ledger: Ledger;
}

/** The limit that does not let a run go on; undefined where this rule has nothing against it. */
export type StopRule = (standing: RunStanding) => LimitName | undefined;

/** The first rule that stops a run names its limit. */
const STOP_RULES: readonly StopRule[] = [
  ({ timeIsUp }) => (timeIsUp ? 'time' : undefined),
  ({ iteration, maxIterations }) => (iteration < maxIterations ? undefined : 'iterations'),
  ({ ledger }) => ledger.findLimit(),
];

/** @throws ToolwrightError `LIMIT_REACHED` where a limit cannot be kept, because the provider does not report what has to be counted */
export function findLimit(standing: RunStanding, rules = STOP_RULES): LimitName | undefined {
  for (const rule of rules) {
    const limit = rule(standing);
    if (limit !== undefined) return limit;
  }
  return undefined;
}

/** How a run ends at a limit. */
export function statusAt(limit: LimitName): RunStatus {
  return limit === 'iterations' ? 'max_iterations' : 'limit';
}
