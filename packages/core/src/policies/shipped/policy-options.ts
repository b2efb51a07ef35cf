import { describeValue, optionsOf } from '@toolwright/contract';
import { invalidConfig } from '../../base/invalid-config.js';
import type { Policy } from '../policy.js';

/** Options that all shipped policies share. */
export interface PolicyOptions extends Pick<Policy, 'subAgents'> {
  /** The name of the policy in events, logs and `stoppedBy`. Default: the name of the function that creates it. */
  readonly name?: string | undefined;
}

export const POLICY = optionsOf<PolicyOptions>()({ 'a string': 'name', 'true or false': 'subAgents' });

/**
 * Checks that a value is a function; plain JavaScript may pass anything.
 * @param policy the name of the function that creates the policy
 * @throws ToolwrightError `INVALID_CONFIG`
 */
export function assertFunction(given: unknown, policy: string): void {
  if (typeof given === 'function') return;
  throw invalidConfig(
    `${policy} expects a function, not ${describeValue(given)}.`,
    `Pass ${policy}(() => …).`,
  );
}
