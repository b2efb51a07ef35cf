import { ToolwrightError } from '@toolwright/contract';
import type { ProviderName } from '@toolwright/llm';
import { type Capability, VERIFY } from './capability/capability.js';
import type { CapabilityAgentConfig } from './capability-agent-config.js';
import { checkConfig } from './check-config.js';
import { runTask, type TaskPart } from './task/run-task.js';
import { checkLimits } from './task/task-limits.js';
import type { TaskOptions } from './task/task-options.js';
import type { OutputSchemas, TaskResponse } from './task/task-response.js';
import { TaskSetup } from './task/task-setup.js';
import { TaskStream } from './task/task-stream.js';

/**
 * One agent for many types of tasks. A capability, selected by name, defines what to do and the format of the answer. The agent stores
 * only its configuration: each task has its own clients, conversation and keys, so tasks can run in parallel.
 */
export class CapabilityAgent<Outputs extends OutputSchemas = Record<never, never>> {
  readonly #config: CapabilityAgentConfig<Outputs>;
  readonly #capabilities: ReadonlyMap<string, Capability>;

  /** @throws ToolwrightError `INVALID_CONFIG` */
  constructor(config: CapabilityAgentConfig<Outputs>) {
    checkConfig(config);
    const { capabilities = [] } = config;
    this.#config = config;
    this.#capabilities = new Map(capabilities.map((capability) => [capability.name, capability]));
  }

  /** Returns a builder, which creates the same configuration step by step. */
  static builder(): CapabilityAgentBuilder {
    return new CapabilityAgentBuilder({});
  }

  /** The capabilities that a task can use. */
  get capabilities(): readonly Capability[] {
    return [...this.#capabilities.values()].filter(({ name }) => name !== VERIFY);
  }

  /**
   * Runs a task and resolves to its answer.
   * @param capability the capability's name; a task with an unknown capability is answered in plain text
   * @throws ToolwrightError `UNSUPPORTED`, `MISSING_API_KEY` or `INVALID_CONFIG` if the client cannot be created, the provider's error if
   * the model fails, `INVALID_OUTPUT` for an answer that cannot be read, `LIMIT_REACHED`, `ABORTED`
   */
  async executeTask(
    capability: string,
    prompt: string,
    options: TaskOptions = {},
  ): Promise<TaskResponse<Outputs>> {
    const parts = this.#start(capability, prompt, options, false);
    for (;;) {
      const step = await parts.next();
      if (step.done) return step.value;
    }
  }

  /**
   * Runs a task as a stream: `for await (const { chunk, aggregated } of stream)`, then `await stream.response`.
   * @throws ToolwrightError `INVALID_CONFIG` or `USAGE`; later errors are thrown when the stream is read
   */
  streamTask(capability: string, prompt: string, options: TaskOptions = {}): TaskStream<Outputs> {
    return new TaskStream(this.#start(capability, prompt, options, true));
  }

  #start(capability: string, prompt: string, options: TaskOptions, streaming: boolean) {
    if (capability === VERIFY)
      throw usage(`The capability '${VERIFY}' is reserved for the critic.`, 'Use another capability.');
    if (prompt.trim() === '') throw usage('The prompt is empty.', 'Pass a prompt that describes the task.');
    if (options.limits !== undefined) checkLimits(options.limits, 'limits');
    const found = this.#capabilities.get(capability);
    const config = this.#config;
    // Responses have the output types of the configuration.
    return runTask(
      new TaskSetup({ config, found, capability, prompt, options, streaming }),
    ) as AsyncGenerator<TaskPart, TaskResponse<Outputs>>;
  }
}

/** Builds a configuration step by step. Each step returns a new builder. The last value of a setting is used. */
export class CapabilityAgentBuilder<Outputs extends OutputSchemas = Record<never, never>> {
  readonly #config: CapabilityAgentConfig<Outputs>;

  constructor(config: CapabilityAgentConfig<Outputs>) {
    this.#config = config;
  }

  provider(provider: ProviderName): CapabilityAgentBuilder<Outputs> {
    return this.with({ provider });
  }

  model(model: string): CapabilityAgentBuilder<Outputs> {
    return this.with({ model });
  }

  /** Sets the model for sub-agents and the critic. */
  fastModel(fastModel: string): CapabilityAgentBuilder<Outputs> {
    return this.with({ fastModel });
  }

  /** Sets the API key, or a function that is called for each task. */
  apiKey(apiKey: string | (() => string | undefined)): CapabilityAgentBuilder<Outputs> {
    return this.with({ apiKey });
  }

  baseUrl(baseUrl: string): CapabilityAgentBuilder<Outputs> {
    return this.with({ baseUrl });
  }

  preamble(preamble: string): CapabilityAgentBuilder<Outputs> {
    return this.with({ preamble });
  }

  capabilities(
    capabilities: NonNullable<CapabilityAgentConfig['capabilities']>,
  ): CapabilityAgentBuilder<Outputs> {
    return this.with({ capabilities });
  }

  /** Sets the outputs, which determine the type of the answers. Replaces earlier outputs. */
  outputs<Others extends OutputSchemas>(outputs: Others): CapabilityAgentBuilder<Others> {
    const { outputs: _, ...config } = this.#config;
    return new CapabilityAgentBuilder<Others>({ ...config, outputs });
  }

  tools(toolRegistry: NonNullable<CapabilityAgentConfig['toolRegistry']>): CapabilityAgentBuilder<Outputs> {
    return this.with({ toolRegistry });
  }

  /** Sets any other settings. */
  with(settings: Omit<CapabilityAgentConfig, 'outputs'>): CapabilityAgentBuilder<Outputs> {
    return new CapabilityAgentBuilder({ ...this.#config, ...settings });
  }

  /** @throws ToolwrightError `INVALID_CONFIG` for missing or contradictory options */
  build(): CapabilityAgent<Outputs> {
    return new CapabilityAgent(this.#config);
  }
}

function usage(message: string, hint: string): ToolwrightError {
  return new ToolwrightError('USAGE', message, { blame: 'developer', hint });
}
