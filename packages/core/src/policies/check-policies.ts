import { checkOptions, didYouMean, optionsOf, suggestName } from '@toolwright/contract';
import { invalidConfig } from '../base/invalid-config.js';
import type { Policy } from './policy.js';
import type { StopRule } from './stop/stop-rules.js';

const HOOKS = 'onInput beforeModel afterModel beforeTool afterTool onOutput cleanText';
const POLICY = optionsOf<Policy>()({
  'a string': 'name streaming',
  'true or false': 'subAgents',
  'a function': HOOKS,
});

/** @throws ToolwrightError `INVALID_CONFIG` for a value that is not a policy, or a misspelled hook, which would never be called */
export function checkPolicies(policies: readonly Policy[] | undefined): void {
  if (policies === undefined) return;
  if (!Array.isArray(policies)) throw invalidConfig("'policies' must be a list.", 'Pass policies: [ … ].');
  for (const [index, policy] of policies.entries()) {
    if (typeof policy?.name !== 'string' || policy.name === '')
      throw invalidConfig(`'policies[${index}]' has no name.`, 'Pass { name, … } with at least one hook.');
    checkOptions(policy, POLICY, `policies[${index}]`);
    checkHooks(policy);
  }
}

/** Refuses a policy without any hook; its hook may be misspelled. @throws ToolwrightError `INVALID_CONFIG` */
function checkHooks(policy: Policy): void {
  if (HOOK_NAMES.some((hook) => policy[hook] !== undefined)) return;
  const misspelt = namesOf(policy).find((name) => didYouMean(name, HOOK_NAMES) !== undefined) ?? '';
  throw invalidConfig(`The policy '${policy.name}' has no hook.`, suggestName(misspelt, HOOK_NAMES));
}

/** Returns the names of all members, including those of its class. */
function namesOf(policy: object): readonly string[] {
  const parent: unknown = Object.getPrototypeOf(policy);
  const inherited =
    typeof parent === 'object' && parent !== null && parent !== Object.prototype ? namesOf(parent) : [];
  return [...Object.getOwnPropertyNames(policy), ...inherited];
}

const HOOK_NAMES = HOOKS.split(' ') as (keyof Policy)[]; // the members of `POLICY`

/** @throws ToolwrightError `INVALID_CONFIG` */
export function checkStopRules(rules: readonly StopRule[] | undefined): void {
  if (rules === undefined) return;
  const wrong = Array.isArray(rules) ? rules.find((rule) => typeof rule !== 'function') : rules;
  if (wrong !== undefined)
    throw invalidConfig(
      "'stopWhen' must be a list of functions.",
      "Pass stopWhen: [stopAt.toolCalled('submit')].",
    );
}
