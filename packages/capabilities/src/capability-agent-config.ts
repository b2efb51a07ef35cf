import type { Logger } from '@toolwright/contract';
import type { AgentConfig, ToolSource } from '@toolwright/core';
import type { Capability } from './capability/capability.js';
import type { CriticConfig } from './critic/critic-config.js';
import type { SubagentConfig } from './delegation/subagent-config.js';
import type { ModelConfig } from './model/model-config.js';
import type { StyleChoice, StylePreset } from './style/style-preset.js';
import type { CapabilityLimits } from './task/task-limits.js';
import type { OutputSchemas } from './task/task-response.js';

/** The configuration of a `CapabilityAgent`. Only the model is required. */
export interface CapabilityAgentConfig<Outputs extends OutputSchemas = OutputSchemas> extends ModelConfig {
  /** The capabilities, from `loadCapabilities`. Tasks with an unknown capability are answered in plain text. Default: none. */
  readonly capabilities?: readonly Capability[] | undefined;
  /** The schema of each `output_type` of the capabilities, other than `PlainText`. */
  readonly outputs?: Outputs | undefined;
  /** The core tools, which sub-agents and the critic also receive. */
  readonly toolRegistry?: ToolSource | undefined;
  /** Tools for the main agent only. */
  readonly mainTools?: ToolSource | undefined;
  /** Tools that are offered only for tasks with an `onUpdate`. */
  readonly updateTools?: ToolSource | undefined;
  /** The start of every system prompt, which states the agent's role. */
  readonly preamble?: string | undefined;
  /**
   * What to do if the model answers in prose although an output was requested. `keep`: after two such answers, returns the answer as
   * `PlainText` with a warning. `refuse`: throws `INVALID_OUTPUT`. Default: `keep`.
   */
  readonly plainText?: 'keep' | 'refuse' | undefined;
  /** Presets by name, in addition to the built-in presets. A preset with the same name as a built-in one replaces it. */
  readonly styles?: Readonly<Record<string, StylePreset>> | undefined;
  /** The default style of tasks. */
  readonly style?: string | StyleChoice | undefined;
  /** The critic's settings. `false` turns the critic off, unless a task requests it. */
  readonly critic?: CriticConfig | false | undefined;
  /** The settings of sub-agents. With `false`, the model cannot start sub-agents. */
  readonly subagent?: SubagentConfig | false | undefined;
  readonly limits?: CapabilityLimits | undefined;
  /** Receives the events of all runs. */
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
