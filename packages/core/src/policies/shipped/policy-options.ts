import { invalidConfig } from '../../agent/invalid-config.js';
import type { Policy } from '../policy.js';
import { showValue } from '../read-verdict.js';

/** Options of every shipped policy. */
export interface PolicyOptions extends Pick<Policy, 'subAgents'> {
  /** Names the policy in events, logs and `stoppedBy`. Default: the name of its function. */
  readonly name?: string | undefined;
}

/**
 * @param policy the name of the function that makes the policy
 * @throws ToolwrightError `INVALID_CONFIG` for what is no function: plain JavaScript may pass anything
 */
export function assertFunction(given: unknown, policy: string): void {
  if (typeof given === 'function') return;
  throw invalidConfig(`${policy} got ${showValue(given)} instead of a function.`, `Pass ${policy}(() => …).`);
}
