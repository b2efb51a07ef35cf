import { checkOptions } from '@toolwright/contract';
import { pickTools, type ToolSubset } from '../../calls/tool-subset.js';
import type { Policy, PolicyInfo } from '../policy.js';
import type { Awaitable } from '../verdict.js';
import { assertFunction, POLICY, type PolicyOptions } from './policy-options.js';

/**
 * Creates a policy that refuses calls to tools that the function does not select. Requests still list all tools, so that the provider
 * can reuse its prompt cache. A refused call tells the model which tools are available.
 */
export function maskTools<App = unknown>(
  pick: (info: PolicyInfo<App>) => Awaitable<ToolSubset | undefined>,
  options: PolicyOptions = {},
): Policy<App> {
  assertFunction(pick, 'maskTools');
  checkOptions(options, POLICY, 'maskTools');
  const { name = 'maskTools', subAgents } = options;
  return {
    name,
    subAgents,
    async beforeTool(call, info) {
      const subset = await pick(info);
      // The tool source answers calls to tools that do not exist.
      if (subset === undefined || call.tool === undefined || call.tool.internal) return undefined;
      if (pickTools([call.tool], subset).length > 0) return undefined;
      const others = typeof subset === 'function' ? '' : ` Available now: ${subset.join(', ') || 'none'}.`;
      return { refuse: `The tool '${call.name}' is not available now.${others}` };
    },
  };
}
