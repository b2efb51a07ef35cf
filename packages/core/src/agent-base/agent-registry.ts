import { invalidConfig } from '../invalid-config.js';
import type { AgentBase, AgentBaseConfig } from './agent-base.js';

/** A class that extends `AgentBase` and says what it is. */
export type AgentClass<Instance extends AgentBase<never> = AgentBase<never>> = {
  new (config: never): Instance;
  readonly agentType: string;
  readonly agentGroup?: readonly string[];
};

/** Types of agents by name. */
export class AgentRegistry {
  readonly #classes = new Map<string, AgentClass>();

  /** @throws ToolwrightError `INVALID_CONFIG` for a class without a type, and for a type that another class has */
  register(agentClass: AgentClass): this {
    const { agentType, name } = agentClass;
    if (typeof agentType !== 'string' || agentType === '') {
      throw invalidConfig(`The class ${name} has no type.`, "Give it one: static agentType = 'planner'.");
    }
    const known = this.#classes.get(agentType);
    if (known !== undefined && known !== agentClass) {
      throw invalidConfig(
        `The type '${agentType}' belongs to the class ${known.name} already.`,
        `Give ${name} another 'agentType'.`,
      );
    }
    this.#classes.set(agentType, agentClass);
    return this;
  }

  /** Undefined where there is no such type. */
  find(type: string): AgentClass | undefined {
    return this.#classes.get(type);
  }

  /** Names, in the order in which they were registered. */
  listTypes(): string[] {
    return [...this.#classes.keys()];
  }

  /**
   * An agent of a type.
   * @throws ToolwrightError `INVALID_CONFIG` for a type that there is not, with those that there are, and what the class itself throws
   */
  build(type: string, config: AgentBaseConfig): AgentBase {
    const agentClass = this.find(type);
    if (agentClass === undefined) {
      const types = this.listTypes().join(', ') || 'none';
      throw invalidConfig(`No agents of type '${type}'. Registered: ${types}.`, 'Register the class first.');
    }
    // What else the class wants in its configuration, and what its tasks are, is known to whoever asks for it by name.
    const built: AgentBase = Reflect.construct(agentClass, [config]);
    return built;
  }
}

/** The types that `@agent` registers. */
export const agents = new AgentRegistry();

/** Builds an agent of a registered type. @throws ToolwrightError `INVALID_CONFIG` */
export function buildAgent(type: string, config: AgentBaseConfig): AgentBase {
  return agents.build(type, config);
}
