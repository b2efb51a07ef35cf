import { invalidConfig } from '../base/invalid-config.js';
import { type AgentClass, AgentRegistry, agents } from './agent-registry.js';

/** The part of a standard decorator's context that `registerAgent` uses. */
export interface AgentClassContext {
  readonly kind: 'class';
  addInitializer(initializer: () => void): void;
}

/** A class decorator for agent classes, standard or legacy. */
export type AgentDecorator = (agentClass: AgentClass, context?: AgentClassContext) => void;

/**
 * Returns a decorator that registers an `AgentBase` class under its `agentType`: `@registerAgent(registry) class Planner …`.
 * @throws ToolwrightError `INVALID_CONFIG`
 */
export function registerAgent(registry: AgentRegistry): AgentDecorator {
  if (!(registry instanceof AgentRegistry)) {
    throw invalidConfig(
      '@registerAgent needs a registry.',
      'Write @registerAgent(registry), where registry is a `new AgentRegistry()`.',
    );
  }
  return (agentClass, context) => {
    if (typeof agentClass !== 'function') {
      throw invalidConfig(
        '@registerAgent can only decorate a class.',
        'Put it on a class that extends AgentBase.',
      );
    }
    // Standard decorators run before the static fields of the class are initialized.
    if (context?.addInitializer) context.addInitializer(() => void registry.register(agentClass));
    else registry.register(agentClass);
  };
}

/**
 * Registers a class in the global registry.
 * @deprecated Use `@registerAgent(registry)` with your own registry: the whole process shares the global one.
 */
export const agent: AgentDecorator = registerAgent(agents);
