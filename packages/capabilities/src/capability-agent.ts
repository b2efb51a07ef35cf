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
 * One agent for many kinds of tasks: a capability, chosen by name, says what to do and which form the answer has. The agent keeps
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

  /** The same configuration, written step by step. */
  static builder(): CapabilityAgentBuilder {
    return new CapabilityAgentBuilder({});
  }

  /** The capabilities that a task can ask for. */
  get capabilities(): readonly Capability[] {
    return [...this.#capabilities.values()].filter(({ name }) => name !== VERIFY);
  }

  /**
   * Runs a task and resolves to its answer.
   * @param capability an unknown one is answered in plain text
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
   * The same task as a stream: `for await (const { chunk, aggregated } of stream)`, then `await stream.response`.
   * @throws ToolwrightError `INVALID_CONFIG` or `USAGE`; later errors are thrown where the stream is read
   */
  streamTask(capability: string, prompt: string, options: TaskOptions = {}): TaskStream<Outputs> {
    return new TaskStream(this.#start(capability, prompt, options, true));
  }

  #start(capability: string, prompt: string, options: TaskOptions, streaming: boolean) {
    if (capability === VERIFY)
      throw usage(`The capability '${VERIFY}' is reserved for the critic.`, 'Ask for another capability.');
    if (prompt.trim() === '') throw usage('The prompt is empty.', 'Say what to do.');
    if (options.limits !== undefined) checkLimits(options.limits, 'limits');
    const found = this.#capabilities.get(capability);
    const config = this.#config;
    // The outputs of the responses are those of the configuration.
    return runTask(
      new TaskSetup({ config, found, capability, prompt, options, streaming }),
    ) as AsyncGenerator<TaskPart, TaskResponse<Outputs>>;
  }
}

/** Builds a configuration step by step. Each step returns a new builder; the last value of a setting wins. */
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

  /** For sub-agents and the critic. */
  fastModel(fastModel: string): CapabilityAgentBuilder<Outputs> {
    return this.with({ fastModel });
  }

  /** A function is called for each task. */
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

  /** Replaces outputs that were set before, and determines the type of the answers. */
  outputs<Others extends OutputSchemas>(outputs: Others): CapabilityAgentBuilder<Others> {
    const { outputs: _, ...config } = this.#config;
    return new CapabilityAgentBuilder<Others>({ ...config, outputs });
  }

  tools(toolRegistry: NonNullable<CapabilityAgentConfig['toolRegistry']>): CapabilityAgentBuilder<Outputs> {
    return this.with({ toolRegistry });
  }

  /** Any other setting. */
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
