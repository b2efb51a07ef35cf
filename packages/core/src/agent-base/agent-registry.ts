import { describeUnknown } from '@toolwright/contract';
import { invalidConfig } from '../base/invalid-config.js';
import type { AgentBase, AgentBaseConfig } from './agent-base.js';

/** A class that extends `AgentBase` and has a static `agentType`. */
export type AgentClass<Instance extends AgentBase<never> = AgentBase<never>> = {
  new (config: never): Instance;
  readonly agentType: string;
  readonly agentGroup?: readonly string[];
};

/** Adds a class to the type of a registry; adds nothing if its `agentType` is not a literal. */
type AgentsOf<Class extends AgentClass> = string extends Class['agentType']
  ? unknown
  : { readonly [Type in Class['agentType']]: InstanceType<Class> };

type ConfigOf<Class extends AgentClass> = ConstructorParameters<Class>[0];

/** A registry of agent classes by `agentType`. `register` returns the registry typed with the new class, so that `build` knows it. */
export class AgentRegistry<Agents extends object = object> {
  readonly #classes = new Map<string, AgentClass>();

  /** @throws ToolwrightError `INVALID_CONFIG` for a class without an `agentType`, or with one that another class already uses */
  register<Class extends AgentClass>(agentClass: Class): AgentRegistry<Agents & AgentsOf<Class>> {
    const { agentType, name } = agentClass;
    if (typeof agentType !== 'string' || agentType === '') {
      throw invalidConfig(`The class ${name} has no 'agentType'.`, "Add one: static agentType = 'planner'.");
    }
    const known = this.#classes.get(agentType);
    if (known !== undefined && known !== agentClass) {
      throw invalidConfig(
        `The class ${known.name} already uses the type '${agentType}'.`,
        `Give ${name} a different 'agentType'.`,
      );
    }
    this.#classes.set(agentType, agentClass);
    // Returns the same instance, typed with one more class.
    return this as AgentRegistry<Agents & AgentsOf<Class>>;
  }

  /** Returns undefined for an unknown type. */
  find(type: string): AgentClass | undefined {
    return this.#classes.get(type);
  }

  /** Returns the registered type names, in order of registration. */
  listTypes(): string[] {
    return [...this.#classes.keys()];
  }

  /**
   * Builds an agent from a type name or from a class.
   * @throws ToolwrightError `INVALID_CONFIG` for an unknown type; the message lists the known types. Constructor errors propagate.
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
    // The overloads ensure that the configuration matches the class.
    return Reflect.construct(agentClass, [config]);
  }
}

/**
 * A global registry.
 * @deprecated Create a `new AgentRegistry()` and pass it on: the whole process shares the global one.
 */
export const agents = new AgentRegistry();

/**
 * Builds an agent from a type in the global registry, or from a class.
 * @deprecated Use `registry.build(type, config)` or `new AgentClass(config)`.
 * @throws ToolwrightError `INVALID_CONFIG`
 */
export function buildAgent<Class extends AgentClass>(
  agentClass: Class,
  config: ConfigOf<Class>,
): InstanceType<Class>;
export function buildAgent(type: string, config: AgentBaseConfig): AgentBase;
export function buildAgent(type: string | AgentClass, config: unknown): unknown {
  // The overloads match those of `build`, which checks its arguments.
  return agents.build(type as string, config as AgentBaseConfig);
}
