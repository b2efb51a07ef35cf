import type { ProviderName } from '@toolwright/llm';
import type { CapabilityAgent } from './capability-agent.js';
import type { CapabilityAgentConfig } from './capability-agent-config.js';
import type { OutputSchemas } from './task/task-response.js';

/** Writes a configuration step by step; each step gives a new builder, and the last word on a setting counts. */
export class CapabilityAgentBuilder<Outputs extends OutputSchemas = Record<never, never>> {
  readonly #config: CapabilityAgentConfig<Outputs>;
  readonly #create: CreateAgent;

  constructor(config: CapabilityAgentConfig<Outputs>, create: CreateAgent) {
    this.#config = config;
    this.#create = create;
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

  /** A function is asked at each task. */
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

  /** Takes the place of outputs that were set before, and is the type of the answers. */
  outputs<Others extends OutputSchemas>(outputs: Others): CapabilityAgentBuilder<Others> {
    const { outputs: _, ...config } = this.#config;
    return new CapabilityAgentBuilder<Others>({ ...config, outputs }, this.#create);
  }

  tools(toolRegistry: NonNullable<CapabilityAgentConfig['toolRegistry']>): CapabilityAgentBuilder<Outputs> {
    return this.with({ toolRegistry });
  }

  /** Any other setting. */
  with(settings: Omit<CapabilityAgentConfig, 'outputs'>): CapabilityAgentBuilder<Outputs> {
    return new CapabilityAgentBuilder({ ...this.#config, ...settings }, this.#create);
  }

  /** @throws ToolwrightError `INVALID_CONFIG` for what is missing or contradicts itself */
  build(): CapabilityAgent<Outputs> {
    return this.#create(this.#config);
  }
}

/** Passed in by the agent, which this file therefore need not import. */
type CreateAgent = <Outputs extends OutputSchemas>(
  config: CapabilityAgentConfig<Outputs>,
) => CapabilityAgent<Outputs>;
