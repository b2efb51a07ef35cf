import { invalidConfig } from '../base/invalid-config.js';
import { type AgentClass, AgentRegistry, agents } from './agent-registry.js';

/** The part of a standard decorator's context that `registerAgent` uses. */
export interface AgentClassContext {
  readonly kind: 'class';
  addInitializer(initializer: () => void): void;
}

/** A decorator of agent classes, standard or legacy. */
export type AgentDecorator = (agentClass: AgentClass, context?: AgentClassContext) => void;

/**
 * Decorator that registers a class that extends `AgentBase` by its `agentType`: `@registerAgent(registry) class Planner …`.
 * @throws ToolwrightError `INVALID_CONFIG`
 */
export function registerAgent(registry: AgentRegistry): AgentDecorator {
  if (!(registry instanceof AgentRegistry)) {
    throw invalidConfig(
      '@registerAgent needs the registry to register in.',
      'Write @registerAgent(registry), with a `new AgentRegistry()`.',
    );
  }
  return (agentClass, context) => {
    if (typeof agentClass !== 'function') {
      throw invalidConfig(
        '@registerAgent can only decorate a class.',
        'Put it on a class that extends AgentBase.',
      );
    }
    // A standard decorator runs before the static fields of its class are initialized.
    if (context?.addInitializer) context.addInitializer(() => void registry.register(agentClass));
    else registry.register(agentClass);
  };
}

/**
 * Registers a class in the global registry.
 * @deprecated Use `@registerAgent(registry)` with a registry of your own: a global one is shared by everything in the process.
 */
export const agent: AgentDecorator = registerAgent(agents);
