import { describeValue, optionsOf } from '@toolwright/contract';
import { invalidConfig } from '../../base/invalid-config.js';
import type { Policy } from '../policy.js';

/** Options of every shipped policy. */
export interface PolicyOptions extends Pick<Policy, 'subAgents'> {
  /** Names the policy in events, logs and `stoppedBy`. Default: the name of its function. */
  readonly name?: string | undefined;
}

export const POLICY = optionsOf<PolicyOptions>()({ 'a string': 'name', 'true or false': 'subAgents' });

/**
 * @param policy the name of the function that makes the policy
 * @throws ToolwrightError `INVALID_CONFIG` for what is no function: plain JavaScript may pass anything
 */
export function assertFunction(given: unknown, policy: string): void {
  if (typeof given === 'function') return;
  throw invalidConfig(
    `${policy} got ${describeValue(given)} instead of a function.`,
    `Pass ${policy}(() => …).`,
  );
}
