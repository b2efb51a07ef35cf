import type {
  JsonObject,
  LLMProvider,
  LLMResponse,
  Message,
  ToolCallRecord,
  ToolOutcome,
  ToolSpec,
  Usage,
  UserMessage,
} from '@toolwright/contract';
import type { ModelRequest } from '../protocols/tool-call-protocol.js';
import type {
  Answer,
  Awaitable,
  CallVerdict,
  InputVerdict,
  OutcomeVerdict,
  OutputVerdict,
  RequestVerdict,
  ResponseVerdict,
} from './verdict.js';

/**
 * A rule that applies to a run. Policies are layers around the model and the tools; the first is closest to them. `onInput`,
 * `beforeModel` and `beforeTool` are called from last to first, the other hooks from first to last. A hook that returns nothing
 * accepts the value. If a hook throws, the run ends with its error. A hook that never returns is abandoned when the run ends.
 */
export interface Policy<App = unknown> {
  /** The name of the policy in events, logs and errors. */
  readonly name: string;
  /** Whether the policy also applies to sub-agent runs, as an outer layer around their own policies. Default: false. */
  readonly subAgents?: boolean | undefined;
  /**
   * Whether text is shown while the model writes it, before `afterModel` and `onOutput` have seen it. Default: `hold`, which shows
   * the whole reply once it is accepted. Has no effect without one of these hooks.
   */
  readonly streaming?: 'hold' | 'show' | undefined;
  /** Sees the input before it is added to the history. */
  onInput?(input: UserMessage, info: PolicyInfo<App>): Verdict<InputVerdict>;
  /** Sees each request before the protocol prepares it. */
  beforeModel?(request: ModelRequest, info: PolicyInfo<App>): Verdict<RequestVerdict>;
  /** Sees each response before the protocol parses it. */
  afterModel?(response: LLMResponse, info: PolicyInfo<App>): Verdict<ResponseVerdict>;
  /** Sees each call before it is executed. All calls of a reply are checked before the first one is executed. */
  beforeTool?(call: PolicyCall, info: PolicyInfo<App>): Verdict<CallVerdict>;
  /** Sees each outcome before the model does, including those of calls that were refused, answered by a policy, or abandoned. */
  afterTool?(outcome: ToolOutcome, call: PolicyCall, info: PolicyInfo<App>): Verdict<OutcomeVerdict>;
  /** Sees the answer before it ends the run. */
  onOutput?(answer: Answer, info: PolicyInfo<App>): Verdict<OutputVerdict>;
  /**
   * Cleans texts that no hook sees and that may quote what hooks remove: errors, warnings, progress, and the reasons that policies
   * give. Call arguments stay unchanged, because a person decides about them. If this function throws, the texts are withheld and
   * the run fails.
   */
  cleanText?(text: string): string;
}

/** The names of the hooks of a policy. */
export type PolicyHook = 'onInput' | 'beforeModel' | 'afterModel' | 'beforeTool' | 'afterTool' | 'onOutput';

// biome-ignore lint/suspicious/noConfusingVoidType: a hook without a return statement accepts the value.
type Verdict<Given> = Awaitable<Given | undefined | void>;

/** The information that a hook receives in addition to the value. */
export interface PolicyInfo<App = unknown> {
  /** The current state of the run. */
  readonly state: RunView;
  /** The name of the active agent. */
  readonly agent: string;
  /** The model of the active agent. */
  readonly client: LLMProvider;
  /** Aborted when the run is aborted or its time is up. Pass it on to everything that the hook awaits. */
  readonly signal: AbortSignal;
  /** The `context` that was passed to the run. */
  readonly context: App;
  /** The `state` that tools and policies of the run share. Only store JSON values, because a paused run serializes it as JSON. */
  readonly shared: Map<string, unknown>;
}

/** The view of a run that policies and stop rules receive. */
export interface RunView {
  readonly runId: string;
  /** The number of model requests so far. */
  readonly iteration: number;
  /** The total usage of all requests of the run and its sub-agents. */
  readonly usage: Usage;
  /** The total cost of these requests; undefined if the cost of any request is unknown. */
  readonly cost: number | undefined;
  /** The duration of the run so far in milliseconds, excluding pauses. */
  readonly elapsedMs: number;
  /** The completed calls, oldest first. The calls of a reply are added once all of them have completed. */
  readonly toolCalls: readonly ToolCallRecord[];
  /** The conversation, including the messages of this run. */
  readonly messages: readonly Message[];
  /** Whether the conversation of an enclosing run contains text that a policy marked as untrusted. */
  readonly untrustedAbove: boolean;
  /** All tools of the active agent when they were last listed. */
  readonly tools: readonly ToolSpec[];
  /** The tools of agents that were active earlier in this run, but not before a pause. */
  readonly formerTools: readonly ToolSpec[];
}

/** A tool call as a policy sees it. */
export interface PolicyCall {
  readonly callId: string;
  /** The call that made this one, if a tool calls others, such as a program. */
  readonly parentCallId?: string | undefined;
  /** The tool's current name, whatever name the model used. */
  readonly name: string;
  /** The former name (`@was`) that the model used, if any. */
  readonly calledAs?: string | undefined;
  /**
   * The JSON that the model wrote or a policy changed. Text that tools accept in place of an object is converted: an empty string
   * and `null` become `{}`, and a JSON string that contains an object as JSON becomes that object.
   */
  readonly arguments: string;
  /** The arguments as an object; undefined if the text is not an object or JavaScript cannot represent it exactly. */
  readonly args: JsonObject | undefined;
  /** Whether the text is a JSON object. The tool refuses any other text. */
  readonly isJson: boolean;
  /** Undefined if the model invented the name. */
  readonly tool: ToolSpec | undefined;
  /** Whether a person approved this call with these arguments. */
  readonly approved: boolean;
  /** In `beforeTool`: whether the tool or a policy that was already asked requires a person's approval for this call. */
  readonly asksApproval?: boolean | undefined;
  /** In `afterTool`: true if a policy refused the call, so the outcome does not come from a tool. */
  readonly refused?: true | undefined;
}
