import { nearestName } from '@toolwright/contract';
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
  cleanText: true,
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
    checkHooks(policy);
  }
}

/** A policy that nobody would ask, as when its hook is misspelt. @throws ToolwrightError `INVALID_CONFIG` */
function checkHooks(policy: Policy): void {
  const broken = HOOKS.find((hook) => policy[hook] !== undefined && typeof policy[hook] !== 'function');
  if (broken !== undefined)
    throw invalidConfig(
      `'${broken}' of the policy '${policy.name}' is no function.`,
      `Pass ${broken}() { … }.`,
    );
  if (HOOKS.some((hook) => policy[hook] !== undefined)) return;
  const meant = HOOKS.find((hook) => namesOf(policy).some((name) => nearestName(name, [hook]) !== undefined));
  const list = `It can have: ${HOOKS.join(', ')}.`;
  throw invalidConfig(
    `The policy '${policy.name}' has no hook.`,
    meant === undefined ? list : `Did you mean '${meant}'? ${list}`,
  );
}

/** Also those of its class. */
function namesOf(policy: object): readonly string[] {
  const parent: unknown = Object.getPrototypeOf(policy);
  const inherited =
    typeof parent === 'object' && parent !== null && parent !== Object.prototype ? namesOf(parent) : [];
  return [...Object.getOwnPropertyNames(policy), ...inherited];
}

const NO_HOOKS: readonly string[] = ['name', 'subAgents', 'streaming'];
const HOOKS = (Object.keys(MEMBERS) as (keyof Policy)[]).filter((member) => !NO_HOOKS.includes(member));

/** @throws ToolwrightError `INVALID_CONFIG` */
export function checkStopRules(rules: readonly StopRule[] | undefined): void {
  if (rules === undefined) return;
  const wrong = Array.isArray(rules) ? rules.find((rule) => typeof rule !== 'function') : rules;
  if (wrong !== undefined)
    throw invalidConfig("'stopWhen' is not a list of functions.", "Pass stopWhen: [toolCalled('submit')].");
}
