import { checkChoice, checkCount } from '../../agent/check-config.js';
import { checkBudget } from '../../limits/budget.js';
import { checkPolicies, checkStopRules } from '../../policies/check-policies.js';
import type { RunOptions } from './run-options.js';
import { assertChoice } from './tool-choice.js';
import { assertSubset } from './tool-subset.js';

/** Refuses options that cannot work. @throws ToolwrightError `INVALID_CONFIG` */
export function checkRunOptions({
  budget,
  maxIterations,
  earlyRefusal,
  policies,
  stopWhen,
  tools,
  toolChoice,
}: RunOptions): void {
  checkBudget(budget, 'budget');
  checkCount(maxIterations, 'maxIterations');
  checkChoice(earlyRefusal, 'earlyRefusal', ['abort', 'off']);
  checkPolicies(policies);
  checkStopRules(stopWhen);
  if (tools !== undefined) assertSubset(tools);
  if (toolChoice !== undefined) assertChoice(toolChoice);
}
