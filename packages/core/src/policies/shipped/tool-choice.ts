import { checkOptions } from '@toolwright/contract';
import { chooseTools, type ToolChoice } from '../../calls/tool-choice.js';
import type { Policy, PolicyInfo } from '../policy.js';
import type { Awaitable } from '../verdict.js';
import { assertFunction, POLICY, type PolicyOptions } from './policy-options.js';

/** Creates a policy that decides, for each request, whether the model must call any tool, a specific tool, or none. Default: `auto`. */
export function toolChoice<App = unknown>(
  choose: (info: PolicyInfo<App>) => Awaitable<ToolChoice | undefined>,
  options: PolicyOptions = {},
): Policy<App> {
  assertFunction(choose, 'toolChoice');
  checkOptions(options, POLICY, 'toolChoice');
  const { name = 'toolChoice', subAgents } = options;
  return {
    name,
    subAgents,
    async beforeModel(request, info) {
      const choice = await choose(info);
      return choice === undefined || choice === 'auto'
        ? undefined
        : { change: chooseTools(choice, request, false) };
    },
  };
}
