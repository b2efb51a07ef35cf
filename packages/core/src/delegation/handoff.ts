import { checkOptions, type DeveloperMessage, optionsOf, type SystemMessage } from '@toolwright/contract';
import type { AgentSettings } from './agent-settings.js';

/** An agent that can take over a conversation; created by `agent.asHandoff()`. */
export interface Handoff<Context = unknown> {
  /** The name of the tool that the model calls to hand over. */
  readonly toolName: string;
  readonly description: string;
  readonly target: HandoffTarget;
  /** Only exists as a type: the type of the `context` option that the other agent's tools require. */
  takesContext?(context: Context): void;
}

/** The model, tools and settings of the other agent. The conversation remains that of the run. */
export interface HandoffTarget {
  readonly settings: AgentSettings;
  /** Undefined for an agent without a system prompt. */
  readonly systemMessage: SystemMessage | DeveloperMessage | undefined;
  /** Returns the agents that this agent can hand over to. */
  readonly handoffs: () => readonly Handoff[];
}

/** Options of `agent.asHandoff`. */
export interface HandoffOptions {
  /** Default: `transfer_to_` and the agent's name. */
  readonly toolName?: string | undefined;
  /** Tells the model when to hand over. Default: the agent's description. */
  readonly description?: string | undefined;
}

const AS_HANDOFF = optionsOf<HandoffOptions>()({ 'a string': 'toolName description' });

export function toHandoff(target: HandoffTarget, options: HandoffOptions): Handoff {
  checkOptions(options, AS_HANDOFF, 'asHandoff');
  const { toolName, description } = options;
  const { name, description: about } = target.settings;
  return {
    toolName: toolName ?? `transfer_to_${name.replace(/[^\w-]/g, '_')}`.slice(0, 64),
    description: description ?? `Hands the conversation over to ${name}. ${about}`.trim(),
    target,
  };
}

/** Finds an agent by name among the agents that handoffs can reach, directly or indirectly. */
export function findTarget(handoffs: readonly Handoff[], name: string): HandoffTarget | undefined {
  const seen = new Set<string>();
  const waiting = handoffs.map(({ target }) => target);
  for (let target = waiting.shift(); target !== undefined; target = waiting.shift()) {
    if (target.settings.name === name) return target;
    if (seen.has(target.settings.name)) continue;
    seen.add(target.settings.name);
    waiting.push(...target.handoffs().map((handoff) => handoff.target));
  }
  return undefined;
}

/** Returns the settings after a handoff: those of the other agent, with the limits, logger and clock of the run. */
export function takeOver(run: AgentSettings, { settings }: HandoffTarget): AgentSettings {
  const { maxIterations, maxDepth, budget, compaction, onLimit, onFailure, logger, now, newId, wrapClient } =
    run;
  const ofRun = {
    maxIterations,
    maxDepth,
    budget,
    compaction,
    onLimit,
    onFailure,
    logger,
    now,
    newId,
    wrapClient,
  };
  return { ...settings, ...ofRun };
}
