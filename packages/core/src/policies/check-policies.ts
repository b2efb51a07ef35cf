import { checkKeys } from '../agent/check-keys.js';
import { invalidConfig } from '../agent/invalid-config.js';
import type { StopRule } from '../run/stop/stop-rules.js';
import type { Policy } from './policy.js';

const MEMBERS: Readonly<Record<keyof Policy, true>> = {
  name: true,
  subAgents: true,
  streaming: true,
  onInput: true,
  beforeModel: true,
  afterModel: true,
  beforeTool: true,
  afterTool: true,
  onOutput: true,
};

/** @throws ToolwrightError `INVALID_CONFIG` for what is no policy, and for misspelt hooks, which nobody would call */
export function checkPolicies(policies: readonly Policy[] | undefined): void {
  if (policies === undefined) return;
  if (!Array.isArray(policies)) throw invalidConfig("'policies' is not a list.", 'Pass policies: [ … ].');
  for (const [index, policy] of policies.entries()) {
    if (typeof policy?.name !== 'string' || policy.name === '')
      throw invalidConfig(`'policies[${index}]' has no name.`, 'Pass { name, … } with at least one hook.');
    // A policy may be an instance of a class with members of its own.
    if (Object.getPrototypeOf(policy) === Object.prototype) checkKeys(policy, MEMBERS, `policies[${index}]`);
  }
}

/** @throws ToolwrightError `INVALID_CONFIG` */
export function checkStopRules(rules: readonly StopRule[] | undefined): void {
  if (rules === undefined) return;
  const wrong = Array.isArray(rules) ? rules.find((rule) => typeof rule !== 'function') : rules;
  if (wrong !== undefined)
    throw invalidConfig("'stopWhen' is not a list of functions.", "Pass stopWhen: [toolCalled('submit')].");
}
