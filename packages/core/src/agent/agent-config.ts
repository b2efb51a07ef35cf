import type { LLMProvider, Logger } from '@toolwright/contract';
import type { ApprovalKey } from '../approval/pause-signer.js';
import type { ToolSource } from '../calls/tool-source.js';
import type { Compaction } from '../compaction/compaction.js';
import type {
  AfterTools,
  AgentRuntime,
  Dedupe,
  EarlyRefusals,
  FinalPrompt,
  OnLimit,
} from '../delegation/agent-settings.js';
import type { Handoff } from '../delegation/handoff.js';
import type { Budget, Price } from '../limits/budget.js';
import type { Memory } from '../memory/memory.js';
import type { Policy } from '../policies/policy.js';
import type { StopRule } from '../policies/stop/stop-rules.js';
import type { RequestOptions } from '../protocols/request-options.js';
import type { ProtocolName } from '../protocols/resolve-protocol.js';
import type { ToolCallProtocol } from '../protocols/tool-call-protocol.js';
import type { PromptSource } from './system-prompt.js';

/** The configuration of an agent. Only the model is required; defaults are in `agent-defaults.ts`. Request options apply to every run. */
export interface AgentConfig<
  Tools extends ToolSource = ToolSource,
  Handoffs extends readonly Handoff[] = readonly Handoff[],
> extends RequestOptions {
  readonly llmClient: LLMProvider;
  /** Identifies the agent in logs and to other agents. Default: `agent`. */
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  /** Whether the model is told the agent's name and description; false if the name is only for logs. Default: true. */
  readonly introduce?: boolean | undefined;
  readonly toolRegistry?: Tools | undefined;
  readonly promptRegistry?: PromptSource | undefined;
  /** The system prompt, used verbatim. Cannot be combined with `systemPromptName`. */
  readonly systemPrompt?: string | undefined;
  /** The name of a prompt in the registry. Default: `assistant`, if the registry has it. */
  readonly systemPromptName?: string | undefined;
  readonly systemPromptVars?: Readonly<Record<string, unknown>> | undefined;
  /** A conversation to continue. A list is copied; a `Memory` is used directly, so it must not be shared with another agent. */
  readonly memory?: Memory | Memory['messages'] | undefined;
  /** The maximum number of messages to keep. A `Memory` has its own limit instead. Default: 100, or unlimited with a `compaction`. */
  readonly maxHistory?: number | undefined;
  /** Shortens a history that has too many tokens: `dropOldest` or `summarize`. Applies in addition to the message limit. Default: none. */
  readonly compaction?: Compaction | undefined;
  /** The maximum number of model requests in a run. Default: 10. */
  readonly maxIterations?: number | undefined;
  /** Limits for a run, including its sub-agents. Default: no limits. */
  readonly budget?: Budget | undefined;
  /** Calculates the cost of a request. Default: the cost that the provider reports. Most providers report none, so the cost is unknown. */
  readonly price?: Price | undefined;
  /** What to do at `maxIterations` or a budget limit; `force-answer` asks once more, without tools. Default: `stop`. */
  readonly onLimit?: OnLimit | undefined;
  /** Whether a failed or aborted run returns a result with that status, or throws. Default: `return`. */
  readonly onFailure?: 'return' | 'throw' | undefined;
  /** Whether to skip calls that repeat an earlier call of the same run. Default: `off`, which executes every call. */
  readonly dedupe?: Dedupe | undefined;
  /**
   * Whether to abort a streamed reply as soon as its first call cannot become valid, so that the model corrects it at once. The
   * provider then reports no usage for this request. Default: `abort`, or `off` with a `price`.
   */
  readonly earlyRefusal?: EarlyRefusals | undefined;
  /** A user message that follows each step's tool results and tells the model how to continue. Default: none. */
  readonly afterTools?: AfterTools | undefined;
  /** A user message that asks for the answer when `force-answer` removes the tools. Default: the protocol's own text. */
  readonly finalPrompt?: FinalPrompt | undefined;
  /** Policies that observe, change, answer or refuse requests, calls and answers in all runs. The first is closest to the model. */
  readonly policies?: readonly Policy[] | undefined;
  /** Rules that end a run, checked after each step; the first match is reported. `maxIterations` and `budget` still apply. */
  readonly stopWhen?: readonly StopRule[] | undefined;
  /** Agents that the model may hand the conversation over to. Pass a function if agents refer to each other. */
  readonly handoffs?: Handoffs | (() => readonly Handoff[]) | undefined;
  /** The maximum nesting depth of agents called as tools. The value of the outermost agent applies. Default: 5. */
  readonly maxDepth?: number | undefined;
  /**
   * Signs paused runs, so that `resume` refuses modified ones; at least 16 bytes. In a list, the first key signs and all keys are
   * accepted. `false` disables signatures. Default: a random key per process, so no other process can resume its runs.
   */
  readonly approvalKey?: ApprovalKey | readonly ApprovalKey[] | false | undefined;
  /** How long a paused run can be resumed, in milliseconds. Default: forever. */
  readonly approvalTtlMs?: number | undefined;
  /** The maximum number of concurrent tool calls per reply. Default: 8. */
  readonly toolConcurrency?: number | undefined;
  /** The timeout of tools that do not set their own, in milliseconds. Default: 60,000. */
  readonly toolTimeoutMs?: number | undefined;
  /** How tools are offered to the model. Default: `native`, or `xml` for a model without native tools. */
  readonly protocol?: ProtocolName | ToolCallProtocol | undefined;
  /** Logs events to the console. Default: false. */
  readonly enableLogging?: boolean | undefined;
  /** Writes a step-by-step transcript of each run, with whole values, to the console instead of the log. Default: false. */
  readonly verbose?: boolean | undefined;
  /** Receives all events. Replaces `enableLogging` and `verbose`. */
  readonly logger?: Logger | undefined;
  readonly runtime?: Partial<AgentRuntime> | undefined;
}
