import { invalidConfig } from '../agent/invalid-config.js';
import { type AgentClass, agents } from './agent-registry.js';

/** The part of a standard decorator's context that is needed. */
export interface AgentClassContext {
  readonly kind: 'class';
  addInitializer(initializer: () => void): void;
}

/**
 * Registers a class that extends `AgentBase` by its `agentType`: `@agent class Planner …`. A standard decorator, and a legacy one.
 * @throws ToolwrightError `INVALID_CONFIG`
 */
export function agent(agentClass: AgentClass, context?: AgentClassContext): void {
  if (typeof agentClass !== 'function') {
    throw invalidConfig('@agent was put on what is no class.', 'Put it on a class that extends AgentBase.');
  }
  // A standard decorator runs before the static fields of its class are there.
  if (context?.addInitializer) context.addInitializer(() => void agents.register(agentClass));
  else agents.register(agentClass);
}
