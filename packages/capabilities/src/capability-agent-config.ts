import type { Logger } from '@toolwright/contract';
import type { AgentConfig, ToolSource } from '@toolwright/core';
import type { Capability } from './capability/capability.js';
import type { CriticConfig } from './critic/critic-config.js';
import type { SubagentConfig } from './delegation/subagent-config.js';
import type { ModelConfig } from './model/model-config.js';
import type { StyleChoice, StylePreset } from './style/style-preset.js';
import type { CapabilityLimits } from './task/task-limits.js';
import type { OutputSchemas } from './task/task-response.js';

/** How a `CapabilityAgent` is built. Only the model is required. */
export interface CapabilityAgentConfig<Outputs extends OutputSchemas = OutputSchemas> extends ModelConfig {
  /** From `loadCapabilities`. Unknown capabilities are answered in plain text. Default: none. */
  readonly capabilities?: readonly Capability[] | undefined;
  /** Each `output_type` of the capabilities, other than `PlainText`. */
  readonly outputs?: Outputs | undefined;
  /** The core tools: sub-agents and the critic get them as well. */
  readonly toolRegistry?: ToolSource | undefined;
  /** Tools of the main agent alone. */
  readonly mainTools?: ToolSource | undefined;
  /** Offered only for tasks with an `onUpdate`. */
  readonly updateTools?: ToolSource | undefined;
  /** The beginning of every system prompt: who the agent is. */
  readonly preamble?: string | undefined;
  /**
   * What to do if the model answers in prose although an output was requested: `keep` returns the answer as `PlainText` with a
   * warning, after two such answers; `refuse` throws `INVALID_OUTPUT`. Default: `keep`.
   */
  readonly plainText?: 'keep' | 'refuse' | undefined;
  /** Presets by name, in addition to the built-in ones. The same name replaces one. */
  readonly styles?: Readonly<Record<string, StylePreset>> | undefined;
  /** The style of tasks that do not choose one. */
  readonly style?: string | StyleChoice | undefined;
  /** `false` turns the critic off, unless a task asks for it. */
  readonly critic?: CriticConfig | false | undefined;
  /** `false` offers the model no sub-agents. */
  readonly subagent?: SubagentConfig | false | undefined;
  readonly limits?: CapabilityLimits | undefined;
  /** Gets the events of all runs. */
  readonly logger?: Logger | undefined;
  /** Other options of the agent loop. */
  readonly agent?:
    | Pick<
        AgentConfig,
        | 'protocol'
        | 'compaction'
        | 'policies'
        | 'price'
        | 'dedupe'
        | 'afterTools'
        | 'toolConcurrency'
        | 'toolTimeoutMs'
        | 'runtime'
        | 'stopWhen'
        | 'seed'
        | 'extraBody'
        | 'webSearchOptions'
      >
    | undefined;
}
