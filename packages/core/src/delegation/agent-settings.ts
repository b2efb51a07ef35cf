import type { LimitName, LLMProvider, Logger, ToolCallRecord } from '@toolwright/contract';
import type { PauseSigner } from '../approval/pause-signer.js';
import type { ToolSource } from '../calls/tool-source.js';
import type { Compaction } from '../compaction/compaction.js';
import type { Budget, Price } from '../limits/budget.js';
import type { Policy } from '../policies/policy.js';
import type { StopRule } from '../policies/stop/stop-rules.js';
import type { RequestOptions } from '../protocols/request-options.js';
import type { ToolCallProtocol } from '../protocols/tool-call-protocol.js';

/** What a run does if the model still calls tools at a limit. */
export type OnLimit = 'stop' | 'force-answer' | 'throw';

/** Whether a call that repeats an earlier one of the run is executed again. */
export type Dedupe = 'off' | 'per-run';

/** Whether a reply ends as soon as its first call can no longer be valid. */
export type EarlyRefusals = 'abort' | 'off';

/** A text, or a function that returns it for the calls of the step. An empty text adds no message. */
export type AfterTools = string | ((calls: readonly ToolCallRecord[]) => string);

/** A text, or a function that returns it for the reached limit. */
export type FinalPrompt = string | ((limit: LimitName) => string);

/** The clock and the id generator of an agent; tests pass their own. */
export interface AgentRuntime {
  /** Returns milliseconds since 1970. The clock must never go back. */
  readonly now: () => number;
  /** Returns a unique id of at most 36 characters. */
  readonly newId: () => string;
  /** Wraps a model that a policy chooses for a step; a store uses this to record replies. Default: the model itself. */
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
