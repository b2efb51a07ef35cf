import { checkOptions } from '@toolwright/contract';
import type { Policy, PolicyCall, PolicyInfo } from '../policy.js';
import type { Awaitable } from '../verdict.js';
import { assertFunction, POLICY, type PolicyOptions } from './policy-options.js';

/**
 * Creates a policy that asks a person to approve each call for which the function returns true or a reason. Also applies to sub-agents.
 * @param when must always return the same result for the same call, because a resumed run calls it again
 */
export function approve<App = unknown>(
  when: (call: PolicyCall, info: PolicyInfo<App>) => Awaitable<boolean | string | undefined>,
  options: PolicyOptions = {},
): Policy<App> {
  assertFunction(when, 'approve');
  checkOptions(options, POLICY, 'approve');
  const { name = 'approve', subAgents = true } = options;
  return {
    name,
    subAgents,
    beforeTool(call, info) {
      const given = when(call, info);
      return typeof given === 'object' ? Promise.resolve(given).then(toVerdict) : toVerdict(given);
    },
  };
}

function toVerdict(
  needed: boolean | string | undefined,
): { readonly askApproval: true | string } | undefined {
  return needed ? { askApproval: needed } : undefined;
}
