import type { LimitName, LLMProvider, Logger, ToolCallRecord } from '@toolwright/contract';
import type { PauseSigner } from '../approval/pause-signer.js';
import type { ToolSource } from '../calls/tool-source.js';
import type { Compaction } from '../compaction/compaction.js';
import type { Budget, Price } from '../limits/budget.js';
import type { Policy } from '../policies/policy.js';
import type { StopRule } from '../policies/stop/stop-rules.js';
import type { RequestOptions } from '../protocols/request-options.js';
import type { ToolCallProtocol } from '../protocols/tool-call-protocol.js';

/** What a run does if it reaches a limit while the model still calls tools. */
export type OnLimit = 'stop' | 'force-answer' | 'throw';

/** Whether to skip calls that repeat an earlier call of the same run. */
export type Dedupe = 'off' | 'per-run';

/** Whether to abort a reply as soon as its first call cannot become valid. */
export type EarlyRefusals = 'abort' | 'off';

/** A string, or a function that returns it for the calls of the step. An empty string adds no message. */
export type AfterTools = string | ((calls: readonly ToolCallRecord[]) => string);

/** A string, or a function that returns it for the limit that was reached. */
export type FinalPrompt = string | ((limit: LimitName) => string);

/** The clock and the id generator of an agent; tests pass their own. */
export interface AgentRuntime {
  /** Returns milliseconds since the Unix epoch. Must never decrease. */
  readonly now: () => number;
  /** Returns a unique id of at most 36 characters. */
  readonly newId: () => string;
  /** Wraps a model that a policy selects for a step; a store uses this to record replies. Default: the model is not wrapped. */
  readonly wrapClient?: ((client: LLMProvider) => LLMProvider) | undefined;
}

/** The configuration with all defaults filled in. */
export interface AgentSettings extends AgentRuntime {
  readonly client: LLMProvider;
  readonly name: string;
  readonly description: string;
  readonly introduce: boolean;
  readonly tools: ToolSource;
  readonly protocol: ToolCallProtocol;
  readonly maxIterations: number;
  readonly maxDepth: number;
  readonly budget: Budget;
  readonly price: Price | undefined;
  readonly compaction: Compaction | undefined;
  readonly onLimit: OnLimit;
  readonly onFailure: 'return' | 'throw';
  readonly dedupe: Dedupe;
  readonly earlyRefusal: EarlyRefusals | undefined;
  readonly afterTools: AfterTools | undefined;
  readonly finalPrompt: FinalPrompt | undefined;
  readonly toolConcurrency: number;
  readonly toolTimeoutMs: number;
  readonly signer: PauseSigner;
  readonly approvalTtlMs: number | undefined;
  readonly logger: Logger | undefined;
  readonly policies: readonly Policy[];
  readonly stopWhen: readonly StopRule[];
  readonly request: RequestOptions;
}
