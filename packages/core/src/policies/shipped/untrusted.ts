import { checkOptions } from '@toolwright/contract';
import type { Policy, PolicyCall } from '../policy.js';
import { assertFunction, POLICY, type PolicyOptions } from './policy-options.js';

/**
 * Creates a policy that marks the outcomes of tools that reach beyond the program: those with `openWorld`, or those for which the
 * function returns true. Later policies and your code then see `outcome.untrusted`, and the model sees where the untrusted text
 * starts and ends. Also applies to sub-agents.
 */
export function untrusted(
  isUntrusted: (call: PolicyCall) => boolean = ({ tool }) => tool?.annotations.openWorld === true,
  options: PolicyOptions = {},
): Policy {
  assertFunction(isUntrusted, 'untrusted');
  checkOptions(options, POLICY, 'untrusted');
  const { name = 'untrusted', subAgents = true } = options;
  return {
    name,
    subAgents,
    afterTool(outcome, call) {
      // The reason for a refusal is not untrusted text.
      if (outcome.untrusted || call.refused || !isUntrusted(call)) return undefined;
      return { change: { ...outcome, untrusted: true } };
    },
  };
}
