import type { ErrorCode } from './error-codes.js';
import type { JsonValue } from './json.js';
import type { ContentPart, Message } from './messages.js';
import type {
  FallbackEvent,
  FinishReason,
  LLMProvider,
  LLMRequest,
  LLMResponse,
  ModelId,
  Usage,
} from './model.js';
import type { PausedRun, PendingCall } from './paused-run.js';
import type { ToolOutcome } from './tools.js';

/** An event of a run. The first event is `run-start`, the last is `run-end`. */
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
      /** See {@link ToolCallRecord.parentCallId}. */
      readonly parentCallId?: string;
      readonly progress: JsonValue;
      /** Set for calls to `context.log`; `progress` then contains the message, or the message and the data. */
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
      /** The model that answered, if the client chose it from several. */
      readonly answeredBy?: ModelId;
    }
  | { readonly type: 'run-end'; readonly result: RunResult };

/** A complete message of the conversation. */
export interface MessageEvent
  extends Partial<Pick<LLMResponse, 'finishReason' | 'rawFinishReason' | 'rejected'>> {
  readonly type: 'message';
  readonly message: Message;
}

/** A run starts, or a paused run is resumed. */
export interface RunStartEvent {
  readonly type: 'run-start';
  readonly input: string | readonly ContentPart[];
  /** The number of tools offered to the model. */
  readonly tools: number;
  /** The id of the run, which is the same after a pause. Absent for a request that is not part of an agent run. */
  readonly runId?: string;
  /** The ids of the calls on which the run was paused, which consumers already know. Absent for a new run. */
  readonly resumed?: readonly string[];
}

/** The model calls a tool. */
export interface ToolCallEvent {
  readonly type: 'tool-call';
  readonly callId: string;
  readonly name: string;
  /** The former name that the model used, if any. */
  readonly calledAs?: string;
  /** The model's text, with the current names of the arguments. Not parsed, so it may be malformed. */
  readonly arguments: string;
  /** The tags of the tool, such as {@link SKILL_TAG}; absent if it has none. */
  readonly tags?: readonly string[];
  /** See {@link ToolCallRecord.parentCallId}. */
  readonly parentCallId?: string;
  /** See {@link ToolCallRecord.byProvider}. */
  readonly byProvider?: true;
}

/** A tool call ended. */
export interface ToolResultEvent {
  readonly type: 'tool-result';
  readonly callId: string;
  readonly name: string;
  readonly outcome: ToolOutcome;
  readonly durationMs: number;
  /** See {@link ToolCallRecord.parentCallId}. */
  readonly parentCallId?: string;
  /** Set if the call repeats an earlier call of the run and was not executed. `outcome` is the earlier outcome. */
  readonly repeated?: true;
  /** See {@link ToolCallRecord.early}. */
  readonly early?: true;
  /** See {@link ToolCallRecord.denied}. */
  readonly denied?: true;
  /** See {@link ToolCallRecord.byProvider}. */
  readonly byProvider?: true;
}

/** A policy acted on a value. Accepting a value is not an action. */
export interface PolicyEvent {
  readonly type: 'policy';
  /** The name of the policy. */
  readonly policy: string;
  /** The hook that acted, such as `beforeTool`. */
  readonly hook: 'onInput' | 'beforeModel' | 'afterModel' | 'beforeTool' | 'afterTool' | 'onOutput';
  /** The action; `fail` if the hook threw. */
  readonly action: 'change' | 'answer' | 'ask-approval' | 'refuse' | 'end' | 'fail';
  /** The id of the call, if the hook examined one. */
  readonly callId?: string;
  /** The reason for a refusal, an end, an approval request or a failure. */
  readonly reason?: string;
}

/** The run that an event belongs to. One logger can serve several agents and concurrent runs. */
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

/** A request to the model, as a logger receives it. */
export interface LoggedRequest extends LLMRequest {
  /** The provider and the model that are asked, which a policy can change for one request. */
  readonly asked: Pick<LLMProvider, 'provider' | 'model' | 'server'>;
  /** Whether the reply is streamed. */
  readonly stream: boolean;
  /** The description of the agent; empty if it has none. */
  readonly description: string;
}

/** A sink for events. Its errors are reported as warnings and never end a run. */
export interface Logger {
  /** Receives an event. A returned promise is not awaited. */
  log(event: AgentEvent, run: RunInfo): unknown;
  /** Receives each request to the model before its `llm-call` event. The request belongs to the run: do not change or keep it. */
  request?(request: LoggedRequest, run: RunInfo): unknown;
  /**
   * Wraps work of a run, so that everything that the work starts can be attributed to the run. Must call `work` once and return its result.
   * @param callId the tool call in progress; undefined for a model request
   */
  within?<T>(callId: string | undefined, run: RunInfo, work: () => T): T;
}

/**
 * The status of a run. `limit`: it reached a limit, except for the iteration limit, which has its own status, `max_iterations`. `stopped`:
 * a stop rule or a policy ended it. `refused`: a policy refused its input or answer.
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

/** The name of a run limit. */
export type LimitName = 'iterations' | 'tool-calls' | 'tokens' | 'cost' | 'time';

/** The result of a run: status, answer, calls, messages and usage. */
export interface RunResult<Output = unknown> {
  readonly runId: string;
  readonly status: RunStatus;
  /** The agent that the last handoff selected; absent if there was no handoff. */
  readonly agent?: string;
  /** The limit that was reached, if the status is `limit` or `max_iterations`. */
  readonly limit?: LimitName;
  /** The name of the stop rule or policy that ended the run, if the status is `stopped` or `refused`. */
  readonly stoppedBy?: string;
  /** The reason given by the stop rule or policy, if any. */
  readonly stopReason?: string;
  /** The answer; empty unless the status is `completed`, or an answer was forced at a limit. */
  readonly finalResponse: string;
  /** The validated value, if the run requested structured output. */
  readonly output?: Output;
  /** The changes that made the model's answer valid; present with `output`. */
  readonly outputWarnings?: readonly OutputWarning[];
  /** The number of model requests. */
  readonly iteration: number;
  readonly toolCalls: readonly ToolCallRecord[];
  /** If the status is `paused`: the run to resume with decisions about its pending calls. */
  readonly paused?: PausedRun;
  /** The model's reasoning, one entry per reply that contained any. */
  readonly reasoningTrace: readonly string[];
  readonly errors: readonly string[];
  /** The code of the error that ended the run, if known. */
  readonly errorCode?: ErrorCode;
  /**
   * How the model's last reply ended; the provider's own finish reason, such as `MALFORMED_FUNCTION_CALL`, if no standard value applies.
   * Absent if there was no reply. The status is independent of this: an answer truncated at the token limit is `completed`, with a warning.
   */
  readonly finishReason?: FinishReason | (string & {});
  /** The messages of the run's `warning` events: possible problems with the result, such as an empty or truncated answer. */
  readonly warnings: readonly string[];
  /** The model's last text, if the run ended without an answer. */
  readonly lastReply?: string;
  /** The messages that this run added, starting with the input. */
  readonly messages: readonly Message[];
  /** The total usage of all requests of the run and its sub-agents. */
  readonly usage: Usage;
  /** The total cost of these requests; absent if the cost of any request is unknown. */
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
  /** A sentence that starts with the path. */
  readonly message: string;
}

/** A tool call of a run and its outcome. */
export interface ToolCallRecord {
  readonly callId: string;
  readonly name: string;
  /** The former name that the model used, if any. */
  readonly calledAs?: string;
  readonly arguments: string;
  readonly outcome: ToolOutcome;
  readonly durationMs: number;
  /** The call whose tool made this call, such as a program. Models do not see the call, only what the tool returns. */
  readonly parentCallId?: string;
  /** Set if the call repeats an earlier call of the run and was not executed. `outcome` is the earlier outcome. */
  readonly repeated?: true;
  /** Set if the reply was aborted within this call, because it could not become valid. `arguments` contains the text up to that point. */
  readonly early?: true;
  /** Set if a person denied the call, so it was not executed. */
  readonly denied?: true;
  /** Set if the run itself wrote the outcome: it refused the call, no tool has this name, or the conversation was handed over. */
  readonly byRun?: true;
  /** Set if the provider made the call during its answer. `durationMs` is 0, because providers report no duration. */
  readonly byProvider?: true;
}
