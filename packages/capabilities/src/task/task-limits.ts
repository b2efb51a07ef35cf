import type { LLMProvider, ReasoningEffort } from '@toolwright/contract';
import type { AgentConfig, Budget } from '@toolwright/core';
import { invalidConfig } from '../capability/invalid-config.js';

/** The limits of a task. Those of a task override those of its capability, and these override those of the agent. */
export interface TaskLimits {
  /** How many times the model is asked. Default: 50; for sub-agents and the critic 20. */
  readonly maxIterations?: number | undefined;
  /** @deprecated Use `maxIterations`. */
  readonly maxTurns?: number | undefined;
  /** Tokens of one answer. Default: 16,384; for sub-agents and the critic 4,096. */
  readonly maxCompletionTokens?: number | undefined;
  /** Default for models that reason: `medium`; for sub-agents and the critic `low`. */
  readonly reasoningEffort?: ReasoningEffort | undefined;
  /** Default: that of the model. */
  readonly temperature?: number | undefined;
  /** Calls, tokens, cost and time for the answer and its sub-agents; a revision gets the same again. Default: none. */
  readonly budget?: Budget | undefined;
}

/** Limits for all capabilities, and exceptions by capability. */
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
      'Pass a whole number of at least 1, or leave it out.',
    );
  }
}

/** A preset without its reasoning effort if the model does not reason: the user did not set it, so no warning is due. */
export function fitPreset<Preset extends { readonly reasoningEffort: ReasoningEffort }>(
  { reasoningEffort, ...preset }: Preset,
  { capabilities }: LLMProvider,
): Partial<AgentConfig> {
  return { ...preset, ...(capabilities?.reasoning && { reasoningEffort }) };
}

/** The limits as options of an agent. Unset limits are left out, so that the preset holds. */
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
