import { checkOptions, optionsOf } from '@toolwright/contract';
import { checkChoice, checkCount, checkDuration, checkMethod, checkText } from '../base/check-values.js';
import { invalidConfig } from '../base/invalid-config.js';
import type { AgentRuntime } from '../delegation/agent-settings.js';
import { checkBudget } from '../limits/budget.js';
import { checkPolicies, checkStopRules } from '../policies/check-policies.js';
import { REQUEST } from '../protocols/request-options.js';
import type { AgentConfig } from './agent-config.js';

const AGENT = optionsOf<AgentConfig>()({
  'a string': `name description systemPrompt systemPromptName onLimit onFailure dedupe earlyRefusal ${REQUEST.text}`,
  'a number': `maxHistory maxIterations maxDepth approvalTtlMs toolConcurrency toolTimeoutMs ${REQUEST.number}`,
  'true or false': 'introduce enableLogging verbose',
  'a function': `price ${REQUEST.function}`,
  'an object': `llmClient promptRegistry systemPromptVars compaction budget logger runtime ${REQUEST.object}`,
  anything: `toolRegistry memory afterTools finalPrompt handoffs approvalKey protocol policies stopWhen ${REQUEST.anything}`,
});
const RUNTIME = optionsOf<AgentRuntime>()({ 'a function': 'now newId wrapClient' });

/** Refuses unknown options. @throws ToolwrightError `INVALID_CONFIG` */
export function checkAgentOptions(config: AgentConfig): void {
  checkOptions(config, AGENT, 'Agent');
  checkOptions(config?.runtime, RUNTIME, 'runtime');
}

/** Refuses values that cannot work. @throws ToolwrightError `INVALID_CONFIG` */
export function checkConfig(config: AgentConfig): void {
  if (typeof config?.llmClient?.generate !== 'function') {
    throw invalidConfig(
      "'llmClient' is missing.",
      "Pass createClient({ provider, model }) or an object with 'generate'.",
    );
  }
  checkMethod(config.toolRegistry, 'toolRegistry', 'execute');
  checkMethod(config.promptRegistry, 'promptRegistry', 'render');
  checkMethod(config.logger, 'logger', 'log');
  checkMethod(config.compaction, 'compaction', 'isDue');
  checkMethod(config.compaction, 'compaction', 'compact');
  checkText(config.afterTools, 'afterTools');
  checkText(config.finalPrompt, 'finalPrompt');
  checkCount(config.maxIterations, 'maxIterations');
  checkCount(config.maxDepth, 'maxDepth');
  checkCount(config.toolConcurrency, 'toolConcurrency');
  checkBudget(config.budget, 'budget');
  checkPolicies(config.policies);
  checkStopRules(config.stopWhen);
  checkDuration(config.toolTimeoutMs, 'toolTimeoutMs');
  checkDuration(config.approvalTtlMs, 'approvalTtlMs');
  checkChoice(config.onLimit, 'onLimit', ['stop', 'force-answer', 'throw']);
  checkChoice(config.dedupe, 'dedupe', ['off', 'per-run']);
  checkChoice(config.earlyRefusal, 'earlyRefusal', ['abort', 'off']);
  checkChoice(config.onFailure, 'onFailure', ['return', 'throw']);
}
