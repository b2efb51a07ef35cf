import { checkOptions, type LLMProvider } from '@toolwright/contract';
import { chooseTools, type ToolChoice } from '../../calls/tool-choice.js';
import { pickTools, type ToolSubset } from '../../calls/tool-subset.js';
import { mergeRequestOptions, type RequestOptions } from '../../protocols/request-options.js';
import type { Policy, PolicyInfo } from '../policy.js';
import type { Awaitable } from '../verdict.js';
import { assertFunction, POLICY, type PolicyOptions } from './policy-options.js';

/** Changes to a single request. */
export interface StepOptions extends RequestOptions {
  /** The model to ask. It must support the agent's protocol. */
  readonly model?: LLMProvider | undefined;
  readonly tools?: ToolSubset | undefined;
  readonly toolChoice?: ToolChoice | undefined;
}

/** Creates a policy that sets model, tools and request options for each request. If the function returns nothing, nothing changes. */
export function stepOptions<App = unknown>(
  choose: (info: PolicyInfo<App>) => Awaitable<StepOptions | undefined>,
  options: PolicyOptions = {},
): Policy<App> {
  assertFunction(choose, 'stepOptions');
  checkOptions(options, POLICY, 'stepOptions');
  const { name = 'stepOptions', subAgents } = options;
  return {
    name,
    subAgents,
    async beforeModel(request, info) {
      const step = await choose(info);
      if (step === undefined) return undefined;
      const { model: client = request.client, tools: subset, toolChoice: choice } = step;
      const options = { ...request.options, ...mergeRequestOptions(step) };
      const tools = subset === undefined ? request.tools : pickTools(request.tools, subset);
      const changed = { ...request, client, tools, options };
      return { change: choice === undefined ? changed : chooseTools(choice, changed, false) };
    },
  };
}
