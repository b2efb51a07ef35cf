import { describeUnknown } from '@toolwright/contract';
import { invalidConfig } from '../base/invalid-config.js';
import type { AgentBase, AgentBaseConfig } from './agent-base.js';

/** A class that extends `AgentBase` and has an `agentType`. */
export type AgentClass<Instance extends AgentBase<never> = AgentBase<never>> = {
  new (config: never): Instance;
  readonly agentType: string;
  readonly agentGroup?: readonly string[];
};

/** What a class adds to the type of a registry; nothing if the compiler does not know its `agentType`. */
type AgentsOf<Class extends AgentClass> = string extends Class['agentType']
  ? unknown
  : { readonly [Type in Class['agentType']]: InstanceType<Class> };

type ConfigOf<Class extends AgentClass> = ConstructorParameters<Class>[0];

/** Types of agents by name. `register` returns the registry with the type of the class known to `build`. */
export class AgentRegistry<Agents extends object = object> {
  readonly #classes = new Map<string, AgentClass>();

  /** @throws ToolwrightError `INVALID_CONFIG` for a class without a type, and for a type that another class has */
  register<Class extends AgentClass>(agentClass: Class): AgentRegistry<Agents & AgentsOf<Class>> {
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
    // The same registry, which knows one more type.
    return this as AgentRegistry<Agents & AgentsOf<Class>>;
  }

  /** Undefined for an unknown type. */
  find(type: string): AgentClass | undefined {
    return this.#classes.get(type);
  }

  /** Names, in the order in which they were registered. */
  listTypes(): string[] {
    return [...this.#classes.keys()];
  }

  /**
   * An agent of a type, or of a class, whose types it then has.
   * @throws ToolwrightError `INVALID_CONFIG` for an unknown type, with the known ones, and what the class itself throws
   */
  build<Class extends AgentClass>(agentClass: Class, config: ConfigOf<Class>): InstanceType<Class>;
  build<Type extends keyof Agents & string>(type: Type, config: AgentBaseConfig): Agents[Type];
  build(type: string, config: AgentBaseConfig): AgentBase;
  build(type: string | AgentClass, config: AgentBaseConfig): unknown {
    const agentClass = typeof type === 'string' ? this.find(type) : type;
    if (agentClass === undefined) {
      const { message } = describeUnknown('Agent', String(type), this.listTypes());
      throw invalidConfig(message, 'Register the class first.');
    }
    // Callers that ask for a class by name know its configuration and its tasks.
    return Reflect.construct(agentClass, [config]);
  }
}

/**
 * A global registry.
 * @deprecated Make a `new AgentRegistry()` and pass it on: a global one is shared by everything in the process.
 */
export const agents = new AgentRegistry();

/**
 * Builds an agent of a type in the global registry, or of a class.
 * @deprecated Use `registry.build(type, config)` or `new AgentClass(config)`.
 * @throws ToolwrightError `INVALID_CONFIG`
 */
export function buildAgent<Class extends AgentClass>(
  agentClass: Class,
  config: ConfigOf<Class>,
): InstanceType<Class>;
export function buildAgent(type: string, config: AgentBaseConfig): AgentBase;
export function buildAgent(type: string | AgentClass, config: unknown): unknown {
  // The overloads are those of `build`, which checks what it gets.
  return agents.build(type as string, config as AgentBaseConfig);
}
