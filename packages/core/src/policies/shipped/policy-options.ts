import type { Policy } from '../policy.js';

/** Options of every shipped policy. */
export interface PolicyOptions extends Pick<Policy, 'subAgents'> {
  /** Names the policy in events, logs and `stoppedBy`. Default: the name of its function. */
  readonly name?: string | undefined;
}
