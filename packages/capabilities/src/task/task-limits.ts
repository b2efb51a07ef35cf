import type { LLMProvider, ReasoningEffort } from '@toolwright/contract';
import type { AgentConfig, Budget } from '@toolwright/core';
import { invalidConfig } from '../capability/invalid-config.js';

/** The limits of a task. A task's limits override its capability's limits, which override the agent's limits. */
export interface TaskLimits {
  /** The maximum number of model requests. Default: 50; for sub-agents and the critic, 20. */
  readonly maxIterations?: number | undefined;
  /** @deprecated Use `maxIterations`. */
  readonly maxTurns?: number | undefined;
  /** The maximum number of tokens in one answer. Default: 16,384; for sub-agents and the critic, 4,096. */
  readonly maxCompletionTokens?: number | undefined;
  /** Default for reasoning models: `medium`; for sub-agents and the critic, `low`. */
  readonly reasoningEffort?: ReasoningEffort | undefined;
  /** Default: the model's default. */
  readonly temperature?: number | undefined;
  /** The budget of calls, tokens, cost and time for the answer and its sub-agents. A revision has the same budget again. Default: none. */
  readonly budget?: Budget | undefined;
}

/** Limits for all capabilities, and overrides by capability. */
export interface CapabilityLimits extends TaskLimits {
  readonly capabilities?: Readonly<Record<string, TaskLimits>> | undefined;
}

/** @throws ToolwrightError `INVALID_CONFIG` for invalid numbers */
export function checkLimits(
  limits: TaskLimits & { readonly timeoutMs?: number | undefined },
  place: string,
): void {
  for (const name of ['maxIterations', 'maxTurns', 'maxCompletionTokens', 'timeoutMs'] as const) {
    const value = limits[name];
    if (value === undefined || (Number.isInteger(value) && value >= 1)) continue;
    throw invalidConfig(
      `'${place}.${name}' is ${String(value)}.`,
      'Pass a whole number of at least 1, or omit it.',
    );
  }
}

/** Removes the reasoning effort from a preset if the model does not reason, which avoids a warning about a setting the user did not choose. */
export function fitPreset<Preset extends { readonly reasoningEffort: ReasoningEffort }>(
  { reasoningEffort, ...preset }: Preset,
  { capabilities }: LLMProvider,
): Partial<AgentConfig> {
  return { ...preset, ...(capabilities?.reasoning && { reasoningEffort }) };
}

/** Converts limits to agent options. Omits unset limits, so that the preset applies. */
export function toAgentConfig(...limits: readonly (TaskLimits | undefined)[]): Partial<AgentConfig> {
  const { maxIterations, maxCompletionTokens, reasoningEffort, temperature, budget } = merge(limits);
  return {
    ...(maxIterations !== undefined && { maxIterations }),
    ...(maxCompletionTokens !== undefined && { maxCompletionTokens }),
    ...(reasoningEffort !== undefined && { reasoningEffort }),
    ...(temperature !== undefined && { temperature }),
    ...(budget !== undefined && { budget }),
  };
}

function merge(limits: readonly (TaskLimits | undefined)[]): TaskLimits {
  const set = limits.flatMap(({ maxTurns, ...limit } = {}) =>
    Object.entries({ maxIterations: maxTurns, ...limit }).filter(([, value]) => value !== undefined),
  );
  return Object.fromEntries(set);
}
