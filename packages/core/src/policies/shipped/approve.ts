import { checkOptions } from '@toolwright/contract';
import type { Policy, PolicyCall, PolicyInfo } from '../policy.js';
import type { Awaitable } from '../verdict.js';
import { assertFunction, POLICY, type PolicyOptions } from './policy-options.js';

/**
 * Asks a person about the calls for which the function returns true, or a text that says why. Holds for sub-agents as well.
 * @param when must give the same answer when it is asked again about the same call: a resumed run asks again
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
