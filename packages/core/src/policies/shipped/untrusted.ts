import { checkOptions } from '@toolwright/contract';
import type { Policy, PolicyCall } from '../policy.js';
import { assertFunction, POLICY, type PolicyOptions } from './policy-options.js';

/**
 * Marks the outcomes of tools that reach beyond the program (`openWorld`, or those for which the function is true): `outcome.untrusted` is
 * true, for later policies and your code, and the model is shown where the text of others begins and ends. Holds for sub-agents as well.
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
      // Why a call is refused is no text of others.
      if (outcome.untrusted || call.refused || !isUntrusted(call)) return undefined;
      return { change: { ...outcome, untrusted: true } };
    },
  };
}
