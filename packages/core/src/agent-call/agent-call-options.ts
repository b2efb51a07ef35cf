import type { LimitName, LLMProvider, OutputWarning, RunResult, Usage } from '@toolwright/contract';
import type { AgentConfig } from '../agent/agent-config.js';
import type { Dialog } from '../dialog/dialog.js';
import type { RequestOptions } from '../protocols/request-options.js';
import type { RunParent } from '../run/options/run-options.js';
import type { ToolProviders } from './call-tools.js';
import type { FunctionCall } from './function-call.js';

type LoopOptions = Pick<
  AgentConfig,
  | 'budget'
  | 'dedupe'
  | 'enableLogging'
  | 'logger'
  | 'maxDepth'
  | 'name'
  | 'policies'
  | 'price'
  | 'protocol'
  | 'runtime'
  | 'stopWhen'
  | 'toolConcurrency'
  | 'toolTimeoutMs'
  | 'verbose'
>;

/** Options of `agentCall`, except its prompt and dialog. Request options are sent to the model. */
export interface AgentCallOptions extends LoopOptions, RequestOptions, ToolProviders {
  readonly llmClient: LLMProvider;
  /** How many times an unreadable answer is retried. Default: 3. */
  readonly retries?: number | undefined;
  /** How many times the model may call tools before it must answer without them; 0 means no limit. Default: 5. */
  readonly maxIterations?: number | undefined;
  /** @deprecated Use `maxIterations`. */
  readonly maxInterrupts?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** The value that tools read as `context.app`; see `RunOptions`. Default: the context of `parent`. */
  readonly context?: unknown;
  /** Whether the model streams its answers, so that loggers receive them incrementally. Default: false. */
  readonly stream?: boolean | undefined;
  /** If a tool makes this call, the tool's context. */
  readonly parent?: RunParent | undefined;
}

/** The result of a call. */
export interface AgentCallResult<Output> {
  /** The answer as the prompt's parser returned it. */
  readonly output: Output;
  /** Warnings about repairs that made the answer valid, and about a truncated or empty answer. */
  readonly warnings: readonly OutputWarning[];
  /** See {@link RunResult.finishReason}. */
  readonly finishReason?: RunResult['finishReason'];
  /** The conversation after the call, without unreadable answers. */
  readonly dialog: Dialog<Output>;
  readonly calls: readonly FunctionCall[];
  /** The limit that stopped the tool calls early, if any. */
  readonly limit?: LimitName;
  readonly runId: string;
  readonly usage: Usage;
  /** Absent if unknown. */
  readonly cost?: number;
  /** See {@link RunResult.models}. */
  readonly models?: RunResult['models'];
}
