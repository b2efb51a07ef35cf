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

/** How an agent is built. Only the model is required, all defaults are in `agent-defaults.ts`; request options set here hold for every run. */
export interface AgentConfig<
  Tools extends ToolSource = ToolSource,
  Handoffs extends readonly Handoff[] = readonly Handoff[],
> extends RequestOptions {
  readonly llmClient: LLMProvider;
  /** Identifies the agent in logs and to other agents. Default: `agent`. */
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  /** Whether the model sees name and description; false if the name is only for logs. Default: true. */
  readonly introduce?: boolean | undefined;
  readonly toolRegistry?: Tools | undefined;
  readonly promptRegistry?: PromptSource | undefined;
  /** A text that is used as it is; excludes `systemPromptName`. */
  readonly systemPrompt?: string | undefined;
  /** A prompt of the registry. Default: `assistant`, if there is one. */
  readonly systemPromptName?: string | undefined;
  readonly systemPromptVars?: Readonly<Record<string, unknown>> | undefined;
  /** A conversation to go on with. A `Memory` is used itself, and belongs to this agent from now on; a list is copied. */
  readonly memory?: Memory | Memory['messages'] | undefined;
  /** How many messages the history keeps; excludes a `Memory`, which has its own limit. Default: 100, or no limit beside a `compaction`. */
  readonly maxHistory?: number | undefined;
  /** Makes the history shorter when it has too many tokens: `dropOldest` or `summarize`. Default: only `maxHistory` limits it. Beside a `Memory`, both limits count. */
  readonly compaction?: Compaction | undefined;
  /** How many times a run asks the model. Default: 10. */
  readonly maxIterations?: number | undefined;
  /** What a run and its sub-agents may use. Default: no limits. */
  readonly budget?: Budget | undefined;
  /** What a request costs. Default: what the provider reports; most report nothing, and the cost is unknown. */
  readonly price?: Price | undefined;
  /** Holds for `maxIterations` and for the budget. Default: `stop`. With `force-answer` the model is asked once more, and may call no tools. */
  readonly onLimit?: OnLimit | undefined;
  /** Whether a run that fails or is aborted resolves to a result that says so, or throws. Default: `return`. */
  readonly onFailure?: 'return' | 'throw' | undefined;
  /** Whether a call that repeats an earlier one of the run is executed again. Default: `off`, which executes all. */
  readonly dedupe?: Dedupe | undefined;
  /**
   * Whether a streamed reply ends as soon as its first call can no longer be valid, so that the model corrects it at once. The provider
   * then reports no usage for this request. Default: `abort`, or `off` beside a `price`.
   */
  readonly earlyRefusal?: EarlyRefusals | undefined;
  /** A message of the user after the results of each step, which says how to continue and stays in the history. Default: none. */
  readonly afterTools?: AfterTools | undefined;
  /** A message of the user that asks for the answer when `force-answer` takes the tools away. Default: only the protocol's own text. */
  readonly finalPrompt?: FinalPrompt | undefined;
  /** Rules that the agent's runs keep: they see, change, answer and refuse requests, calls and answers. The first one is nearest to the model. */
  readonly policies?: readonly Policy[] | undefined;
  /** Rules that end a run, asked after each step; the first one that is met names the end. `maxIterations` and `budget` hold as well. */
  readonly stopWhen?: readonly StopRule[] | undefined;
  /** Agents that the model may hand the conversation over to; a function if they refer to each other. */
  readonly handoffs?: Handoffs | (() => readonly Handoff[]) | undefined;
  /** How deep agents may start each other as tools; that of the topmost one counts. Default: 5. */
  readonly maxDepth?: number | undefined;
  /**
   * Signs paused runs, so that `resume` refuses what was changed meanwhile; at least 16 bytes. The first key of a list signs, and
   * all are accepted. `false` turns signatures off. Default: a random key of this process, with which no other process can resume.
   */
  readonly approvalKey?: ApprovalKey | readonly ApprovalKey[] | false | undefined;
  /** How long a paused run can be resumed, in milliseconds. Default: for ever. */
  readonly approvalTtlMs?: number | undefined;
  /** How many tool calls of one reply run at once. Default: 8. */
  readonly toolConcurrency?: number | undefined;
  /** The timeout of tools without their own, in milliseconds. Default: 60,000. */
  readonly toolTimeoutMs?: number | undefined;
  /** How the model is offered tools. Default: `native`, or `xml` for a model without native tools. */
  readonly protocol?: ProtocolName | ToolCallProtocol | undefined;
  /** Writes what happens to the console. Default: false. */
  readonly enableLogging?: boolean | undefined;
  /** Writes a transcript of each run to the console, step by step, instead of the log. Default: false. */
  readonly verbose?: boolean | undefined;
  /** Gets all events; takes the place of both. */
  readonly logger?: Logger | undefined;
  readonly runtime?: Partial<AgentRuntime> | undefined;
}
