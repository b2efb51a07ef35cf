import type { ErrorCode } from './error-codes.js';
import type { JsonValue } from './json.js';
import type { ContentPart, Message } from './messages.js';
import type { FallbackEvent, FinishReason, LLMResponse, ModelId, Usage } from './model.js';
import type { PausedRun, PendingCall } from './paused-run.js';
import type { ToolOutcome } from './tools.js';

/** Everything that happens in a run, in order. The first event is `run-start`, the last `run-end`. */
export type AgentEvent =
  | RunStartEvent
  | {
      readonly type: 'llm-call';
      readonly iteration: number;
      readonly maxIterations: number;
      readonly messages: number;
    }
  | { readonly type: 'text-delta'; readonly text: string }
  | { readonly type: 'reasoning-delta'; readonly text: string }
  | MessageEvent
  | ToolCallEvent
  | {
      readonly type: 'tool-progress';
      readonly callId: string;
      readonly name: string;
      readonly progress: JsonValue;
      /** Set for a call of `context.log`: `progress` is then the message, or the message and the data. */
      readonly log?: true;
    }
  | ToolResultEvent
  /** The history was shortened. Both fields count messages. */
  | { readonly type: 'history-compact'; readonly before: number; readonly after: number }
  | { readonly type: 'handoff'; readonly from: string; readonly to: string }
  | { readonly type: 'approval-request'; readonly calls: readonly PendingCall[] }
  | PolicyEvent
  | { readonly type: 'warning'; readonly message: string }
  | { readonly type: 'retry'; readonly attempt: number; readonly delayMs: number; readonly reason: string }
  | FallbackEvent
  | { readonly type: 'parse-error'; readonly message: string; readonly text: string }
  | {
      readonly type: 'usage';
      readonly usage: Usage;
      /** The model that answered, if the client chose it among several. */
      readonly answeredBy?: ModelId;
    }
  | { readonly type: 'run-end'; readonly result: RunResult };

/** A complete message of the conversation. */
export interface MessageEvent
  extends Partial<Pick<LLMResponse, 'finishReason' | 'rawFinishReason' | 'rejected'>> {
  readonly type: 'message';
  readonly message: Message;
}

/** A run begins, or a paused one is resumed. */
export interface RunStartEvent {
  readonly type: 'run-start';
  readonly input: string | readonly ContentPart[];
  /** The number of tools offered to the model. */
  readonly tools: number;
  /** Stays the same when a run is paused and resumed. Absent for a request of an agent without a loop. */
  readonly runId?: string;
  /** The ids of the calls at which the run was paused: consumers already know them. Absent for a new run. */
  readonly resumed?: readonly string[];
}

/** The model calls a tool. */
export interface ToolCallEvent {
  readonly type: 'tool-call';
  readonly callId: string;
  readonly name: string;
  /** The former name that the model used, if any. */
  readonly calledAs?: string;
  /** The model's text, unparsed: it may be malformed. Arguments have their current names. */
  readonly arguments: string;
  /** See {@link ToolCallRecord.byProvider}. */
  readonly byProvider?: true;
}

/** A tool call has ended, with its outcome. */
export interface ToolResultEvent {
  readonly type: 'tool-result';
  readonly callId: string;
  readonly name: string;
  readonly outcome: ToolOutcome;
  readonly durationMs: number;
  /** The call repeats an earlier one of the run and was not executed; this is the earlier outcome. */
  readonly repeated?: true;
  /** See {@link ToolCallRecord.early}. */
  readonly early?: true;
  /** See {@link ToolCallRecord.denied}. */
  readonly denied?: true;
  /** See {@link ToolCallRecord.byProvider}. */
  readonly byProvider?: true;
}

/** A policy has acted. Accepting a value does not count as an action. */
export interface PolicyEvent {
  readonly type: 'policy';
  /** Its name. */
  readonly policy: string;
  /** The hook in which it acted, such as `beforeTool`. */
  readonly hook: 'onInput' | 'beforeModel' | 'afterModel' | 'beforeTool' | 'afterTool' | 'onOutput';
  /** The action that it took; `fail` if it threw. */
  readonly action: 'change' | 'answer' | 'ask-approval' | 'refuse' | 'end' | 'fail';
  /** The id of the call that it examined. */
  readonly callId?: string;
  /** The reason for a refusal, an end, a question or a failure. */
  readonly reason?: string;
}

/** The run of an event: one logger serves many agents and runs at once. */
export interface RunInfo {
  readonly runId: string;
  readonly agent: string;
  /** The run whose tool started this run. */
  readonly parentRunId?: string | undefined;
  /** The call that started this run. */
  readonly parentCallId?: string | undefined;
  readonly model?: string | undefined;
  readonly provider?: string | undefined;
}

/** A sink for events. Its errors are reported as warnings and never end a run. */
export interface Logger {
  /** Receives an event. A returned promise is not awaited. */
  log(event: AgentEvent, run: RunInfo): unknown;
  /**
   * Wraps work of a run, so that everything started by the work can be attributed to the run. Must call `work` once and return its result.
   * @param callId the tool call that is executed; undefined for a request to the model
   */
  within?<T>(callId: string | undefined, run: RunInfo, work: () => T): T;
}

/**
 * A run that reaches a limit ends as `limit`; the limit of iterations keeps a status of its own, `max_iterations`. A run that a stop rule
 * or a policy ends is `stopped`; if a policy does not accept its input or answer, it is `refused`.
 */
export type RunStatus =
  | 'running'
  | 'completed'
  | 'max_iterations'
  | 'limit'
  | 'stopped'
  | 'refused'
  | 'error'
  | 'aborted'
  | 'paused';

/** The names of the limits of a run. */
export type LimitName = 'iterations' | 'tool-calls' | 'tokens' | 'cost' | 'time';

/** The result of a run: status, answer, calls, messages and usage. */
export interface RunResult<Output = unknown> {
  readonly runId: string;
  readonly status: RunStatus;
  /** The agent that received the conversation in the last handoff; absent if there was no handoff. */
  readonly agent?: string;
  /** The limit that was reached, if the status is `limit` or `max_iterations`. */
  readonly limit?: LimitName;
  /** The name of the stop rule or policy that ended the run, if the status is `stopped` or `refused`. */
  readonly stoppedBy?: string;
  /** The reason given by the stop rule or policy, if any. */
  readonly stopReason?: string;
  /** The answer; empty unless the status is `completed`, or an answer was forced at a limit. */
  readonly finalResponse: string;
  /** The validated value, if the run asked for structured output. */
  readonly output?: Output;
  /** The changes that made the model's answer valid; present with `output`. */
  readonly outputWarnings?: readonly OutputWarning[];
  /** The number of requests to the model. */
  readonly iteration: number;
  readonly toolCalls: readonly ToolCallRecord[];
  /** If the status is `paused`: the run, to be resumed with decisions about its pending calls. */
  readonly paused?: PausedRun;
  /** The model's reasoning, one entry per reply that showed any. */
  readonly reasoningTrace: readonly string[];
  readonly errors: readonly string[];
  /** The kind of the failure that ended the run, if known. */
  readonly errorCode?: ErrorCode;
  /**
   * How the model's last reply ended; the provider's own finish reason, such as `MALFORMED_FUNCTION_CALL`, if no other value fits. Absent
   * if there was no reply. The status does not show this: an answer truncated at the token limit is also `completed`, with a warning.
   */
  readonly finishReason?: FinishReason | (string & {});
  /** The messages of the run's `warning` events, which report possible problems with the result, such as an empty or truncated answer. */
  readonly warnings: readonly string[];
  /** The model's last text, if the run ended without an answer. */
  readonly lastReply?: string;
  /** The messages that this run added, the input first. */
  readonly messages: readonly Message[];
  /** The sum over all requests of the run and of its sub-agents. */
  readonly usage: Usage;
  /** The cost of these requests; absent if the cost of any request is unknown. */
  readonly cost?: number;
  /** Usage and cost by model, if several models answered or the client chose the model. */
  readonly models?: readonly ModelUsage[];
}

/** The usage of one model. */
export interface ModelUsage extends ModelId {
  readonly requests: number;
  readonly usage: Usage;
  /** Absent if the cost of any request is unknown. */
  readonly cost?: number;
}

/** A change to a model's structured answer, or a possible mistake in it. */
export interface OutputWarning {
  /** The path in the answer, such as `items[2].price`; empty for the answer as a whole. */
  readonly path: string;
  /** A sentence that begins with the path. */
  readonly message: string;
}

/** One call of a run and its outcome. */
export interface ToolCallRecord {
  readonly callId: string;
  readonly name: string;
  /** The former name that the model used, if any. */
  readonly calledAs?: string;
  readonly arguments: string;
  readonly outcome: ToolOutcome;
  readonly durationMs: number;
  /** The call repeats an earlier one of the run and was not executed; this is the earlier outcome. */
  readonly repeated?: true;
  /** The reply was stopped in the middle of this call, which could no longer become valid; `arguments` contains the text up to there. */
  readonly early?: true;
  /** A person has denied the call, so it was not executed. */
  readonly denied?: true;
  /** The run itself answered: it refused the call, no tool has this name, or the conversation was handed off. */
  readonly byRun?: true;
  /** The provider made the call itself while it answered. Providers report no duration: `durationMs` is 0. */
  readonly byProvider?: true;
}
