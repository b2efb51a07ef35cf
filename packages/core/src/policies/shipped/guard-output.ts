import { checkOptions, optionsOf } from '@toolwright/contract';
import { checkChoice } from '../../base/check-values.js';
import type { Policy, PolicyInfo } from '../policy.js';
import type { Answer, Awaitable } from '../verdict.js';
import { assertFunction, type PolicyOptions } from './policy-options.js';

/** Options of `guardOutput`. */
export interface GuardOutputOptions extends PolicyOptions {
  /** Whether to retry with the reason, as often as `outputRetries` allows, or to end the run. Default: `retry`. */
  readonly otherwise?: 'retry' | 'end' | undefined;
}

const GUARD_OUTPUT = optionsOf<GuardOutputOptions>()({
  'a string': 'name otherwise',
  'true or false': 'subAgents',
});

/** Creates a policy that refuses an answer if the function returns a reason. Even a streaming run only shows accepted answers. */
export function guardOutput<App = unknown>(
  check: (answer: Answer, info: PolicyInfo<App>) => Awaitable<string | undefined>,
  options: GuardOutputOptions = {},
): Policy<App> {
  assertFunction(check, 'guardOutput');
  checkOptions(options, GUARD_OUTPUT, 'guardOutput');
  const { name = 'guardOutput', subAgents, otherwise = 'retry' } = options;
  checkChoice(otherwise, 'otherwise', ['retry', 'end']);
  return {
    name,
    subAgents,
    async onOutput(answer, info) {
      const reason = await check(answer, info);
      if (!reason) return undefined;
      return otherwise === 'end' ? { end: reason } : { refuse: reason };
    },
  };
}
