import { checkOptions, type UserMessage } from '@toolwright/contract';
import { textOf } from '../message-text.js';
import type { Policy, PolicyInfo } from '../policy.js';
import type { Awaitable } from '../verdict.js';
import { assertFunction, POLICY, type PolicyOptions } from './policy-options.js';

/** Creates a policy that refuses each input for which the function returns a reason. The run then ends as `refused` without a request. */
export function guardInput<App = unknown>(
  check: (text: string, info: PolicyInfo<App>, input: UserMessage) => Awaitable<string | undefined>,
  options: PolicyOptions = {},
): Policy<App> {
  assertFunction(check, 'guardInput');
  checkOptions(options, POLICY, 'guardInput');
  const { name = 'guardInput', subAgents } = options;
  return {
    name,
    subAgents,
    async onInput(input, info) {
      const refuse = await check(textOf(input), info, input);
      return refuse ? { refuse } : undefined;
    },
  };
}
