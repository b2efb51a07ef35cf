import { checkChoice, checkCount } from '../../agent/check-config.js';
import { invalidConfig } from '../../agent/invalid-config.js';
import { checkBudget } from '../../limits/budget.js';
import { checkPolicies, checkStopRules } from '../../policies/check-policies.js';
import type { RunOptions } from './run-options.js';

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
  if (tools !== undefined && typeof tools !== 'function' && !Array.isArray(tools))
    throw invalidConfig("'tools' is neither a list of names nor a function.", "Pass tools: ['search'].");
  const isChoice =
    typeof toolChoice === 'object'
      ? typeof toolChoice?.tool === 'string'
      : toolChoice === undefined || ['auto', 'none', 'required'].includes(toolChoice);
  if (!isChoice)
    throw invalidConfig(
      `'toolChoice' is ${String(toolChoice)}.`,
      "Choose 'auto', 'none', 'required' or { tool: 'name' }.",
    );
}
