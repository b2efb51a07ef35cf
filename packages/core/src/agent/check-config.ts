import { checkOptions, optionsOf } from '@toolwright/contract';
import { checkBudget } from '../limits/budget.js';
import { checkPolicies, checkStopRules } from '../policies/check-policies.js';
import type { AgentConfig } from './agent-config.js';
import type { AgentRuntime } from './agent-settings.js';
import { invalidConfig } from './invalid-config.js';

const REQUEST = 'temperature seed maxCompletionTokens maxTokens';

const AGENT = optionsOf<AgentConfig>()({
  'a string':
    'name description systemPrompt systemPromptName onLimit onFailure dedupe earlyRefusal reasoningEffort',
  'a number': `maxHistory maxIterations maxDepth approvalTtlMs toolConcurrency toolTimeoutMs ${REQUEST}`,
  'true or false': 'introduce enableLogging verbose',
  'a function': 'price prepareFor',
  'an object':
    'llmClient promptRegistry systemPromptVars compaction budget logger runtime webSearchOptions extraBody',
  anything:
    'toolRegistry memory afterTools finalPrompt handoffs approvalKey protocol policies stopWhen jsonResponse',
});
const RUNTIME = optionsOf<AgentRuntime>()({ 'a function': 'now newId wrapClient' });

/** Refuses options that an agent does not have. @throws ToolwrightError `INVALID_CONFIG` */
export function checkAgentOptions(config: AgentConfig): void {
  checkOptions(config, AGENT, 'Agent');
  checkOptions(config?.runtime, RUNTIME, 'runtime');
}

/** Refuses what cannot work. @throws ToolwrightError `INVALID_CONFIG` */
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

function checkMethod(value: object | undefined, name: string, method: string): void {
  if (value === undefined || (method in value && typeof Reflect.get(value, method) === 'function')) return;
  throw invalidConfig(`'${name}' has no method '${method}'.`, `Pass one that has, or leave '${name}' out.`);
}

export function checkCount(value: number | undefined, name: string): void {
  if (value === undefined || value === Number.POSITIVE_INFINITY || (Number.isInteger(value) && value >= 1))
    return;
  throw invalidConfig(`'${name}' is ${value}.`, 'Give a whole number, at least 1, or Infinity.');
}

function checkDuration(value: number | undefined, name: string): void {
  // In plain JavaScript it may be the text of an environment variable.
  if (value === undefined || (typeof value === 'number' && value > 0)) return;
  throw invalidConfig(`'${name}' is ${value}.`, 'Give milliseconds above 0, or Infinity.');
}

export function checkChoice(value: string | undefined, name: string, choices: readonly string[]): void {
  if (value === undefined || choices.includes(value)) return;
  throw invalidConfig(`'${name}' is '${value}'.`, `Choose one of: ${choices.join(', ')}.`);
}
