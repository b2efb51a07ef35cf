import { checkOptions, optionsOf } from '@toolwright/contract';
import { checkChoice, checkCount } from '../../base/check-values.js';
import { assertChoice } from '../../calls/tool-choice.js';
import { assertSubset } from '../../calls/tool-subset.js';
import { checkBudget } from '../../limits/budget.js';
import { checkPolicies, checkStopRules } from '../../policies/check-policies.js';
import { REQUEST } from '../../protocols/request-options.js';
import type { RunOptions } from './run-options.js';

const RUN = optionsOf<RunOptions>()({
  'a string': `earlyRefusal ${REQUEST.text}`,
  'a number': `maxIterations outputRetries ${REQUEST.number}`,
  'true or false': 'stream remember',
  'a function': REQUEST.function,
  'a list': 'images',
  'an object': `signal parent budget promptVars logger ${REQUEST.object}`,
  anything: `context tools toolChoice policies stopWhen output ${REQUEST.anything}`,
});

/** Refuses invalid options. @throws ToolwrightError `INVALID_CONFIG` */
export function checkRunOptions(options: RunOptions): void {
  checkOptions(options, RUN, 'run');
  const { budget, maxIterations, earlyRefusal, policies, stopWhen, tools, toolChoice } = options;
  checkBudget(budget, 'budget');
  checkCount(maxIterations, 'maxIterations');
  checkChoice(earlyRefusal, 'earlyRefusal', ['abort', 'off']);
  checkPolicies(policies);
  checkStopRules(stopWhen);
  if (tools !== undefined) assertSubset(tools);
  if (toolChoice !== undefined) assertChoice(toolChoice);
}
