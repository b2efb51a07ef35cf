import type { LLMProvider } from '@toolwright/contract';
import { Agent } from '../agent/agent.js';
import type { AgentConfig } from '../agent/agent-config.js';
import { readConfig } from '../agent/read-config.js';
import { invalidConfig } from '../base/invalid-config.js';
import { type CallContext, CallLog } from './call-log.js';

/** The configuration of an agent class. Its own model calls and the agents of its group share these settings. */
export interface AgentBaseConfig
  extends Pick<
    AgentConfig,
    'enableLogging' | 'logger' | 'promptRegistry' | 'runtime' | 'toolRegistry' | 'verbose'
  > {
  readonly llmClient: LLMProvider;
  /** Settings for individual agents in the group, by agent name. */
  readonly agents?: Readonly<Record<string, Partial<AgentConfig>>> | undefined;
}

/** Options of a single `call`. */
export interface AgentBaseCallOptions {
  readonly signal?: AbortSignal | undefined;
}

/**
 * The base class for custom agent types. A subclass needs a static `agentType` and a `call` method. If it works with other
 * agents, list their names in a static `agentGroup`. Loggers see each call as a run, and the runs that it starts as child runs.
 */
export abstract class AgentBase<Task = string, Result = unknown> {
  readonly #config: AgentBaseConfig;
  readonly #group: ReadonlyMap<string, Agent>;
  readonly #log: CallLog;

  /** @throws ToolwrightError `INVALID_CONFIG`, `INVALID_PROMPT` or `MISSING_VARIABLE` */
  constructor(config: AgentBaseConfig) {
    const { logger, now, newId, client } = readConfig({ ...ownConfig(config), llmClient: config.llmClient });
    this.#config = config;
    this.#log = new CallLog({ agent: this.agentType, logger, now, newId, client });
    this.#group = this.#buildGroup();
    const call = this.call;
    const logged = (task: Task, options?: AgentBaseCallOptions): Promise<Result> =>
      this.#log.run(task, () => call.call(this, task, options));
    // Wraps the subclass's method, however the instance was created. Like a method, the property is not enumerable.
    Object.defineProperty(this, 'call', { value: logged, writable: true, configurable: true });
  }

  /** The name that the class is registered under. */
  get agentType(): string {
    const { agentType } = readStatics(this);
    return typeof agentType === 'string' ? agentType : this.constructor.name;
  }

  /** The names of the agents that this agent works with. */
  get agentGroup(): readonly string[] {
    const { agentGroup } = readStatics(this);
    return Array.isArray(agentGroup) ? agentGroup.map(String) : [];
  }

  /** Performs a task. Define it as a method: a class field would replace the wrapper that logs calls. */
  abstract call(task: Task, options?: AgentBaseCallOptions): Promise<Result>;

  /** The settings to spread into the options of `agentCall`, so that it uses the same model and is logged as part of this call. */
  protected get callContext(): CallContext {
    return { llmClient: this.#config.llmClient, logger: this.#log.logger };
  }

  /** Returns an agent of the group. @throws ToolwrightError `INVALID_CONFIG` for a name outside the group */
  protected getAgent(name: string): Agent {
    const agent = this.#group.get(name);
    if (agent !== undefined) return agent;
    throw this.#notInGroup(name);
  }

  #buildGroup(): ReadonlyMap<string, Agent> {
    const { agents = {}, llmClient, toolRegistry, promptRegistry, runtime } = this.#config;
    const { agentGroup } = this;
    const stranger = Object.keys(agents).find((name) => !agentGroup.includes(name));
    if (stranger !== undefined) throw this.#notInGroup(stranger);
    const shared = { llmClient, toolRegistry, promptRegistry, runtime, logger: this.#log.logger };
    return new Map(agentGroup.map((name) => [name, new Agent({ ...shared, ...agents[name], name })]));
  }

  #notInGroup(name: string): Error {
    const names = this.agentGroup.join(', ') || 'none';
    return invalidConfig(
      `'${name}' is not in the agent group of '${this.agentType}'. Agents in the group: ${names}.`,
      "Correct the name, or add it to the class's static 'agentGroup'.",
    );
  }
}

/** Reads the static members of an instance's class. */
function readStatics(instance: object): { readonly agentType: unknown; readonly agentGroup: unknown } {
  const agentClass = instance.constructor;
  return {
    agentType: Reflect.get(agentClass, 'agentType'),
    agentGroup: Reflect.get(agentClass, 'agentGroup'),
  };
}

function ownConfig({ logger, enableLogging, verbose, runtime }: AgentBaseConfig): Partial<AgentConfig> {
  return { logger, enableLogging, verbose, runtime };
}
