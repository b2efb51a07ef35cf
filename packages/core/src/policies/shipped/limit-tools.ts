import { checkOptions } from '@toolwright/contract';
import { pickTools, type ToolSubset } from '../../calls/tool-subset.js';
import type { Policy, PolicyInfo } from '../policy.js';
import type { Awaitable } from '../verdict.js';
import { assertFunction, POLICY, type PolicyOptions } from './policy-options.js';

/**
 * Creates a policy that offers only the tools that the function selects for each request, or all tools if it returns nothing. Calls
 * to other tools are refused. Changing the tool list invalidates the provider's prompt cache; `maskTools` avoids that.
 */
export function limitTools<App = unknown>(
  pick: (info: PolicyInfo<App>) => Awaitable<ToolSubset | undefined>,
  options: PolicyOptions = {},
): Policy<App> {
  assertFunction(pick, 'limitTools');
  checkOptions(options, POLICY, 'limitTools');
  const { name = 'limitTools', subAgents } = options;
  return {
    name,
    subAgents,
    async beforeModel(request, info) {
      const subset = await pick(info);
      if (subset === undefined) return undefined;
      const tools = pickTools(request.tools, subset);
      return tools.length === request.tools.length ? undefined : { change: { ...request, tools } };
    },
    // Models are not offered the tools that only other tools call.
    async beforeTool({ parentCallId, tool }, info) {
      if (parentCallId === undefined || tool === undefined || tool.internal) return undefined;
      const subset = await pick(info);
      const isAllowed = subset === undefined || pickTools([tool], subset).length > 0;
      return isAllowed ? undefined : { refuse: `The tool '${tool.name}' is not available now.` };
    },
  };
}
