import type {
  JsonObject,
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
 * A rule that applies to a run. Policies form a list around the model and the tools, the first one nearest to them: `onInput`,
 * `beforeModel` and `beforeTool` are called from last to first, the other hooks from first to last. A hook that returns nothing
 * accepts the value. If a tool hook throws, its error becomes the result of the call; any other hook that throws ends the run. A
 * hook that never returns is abandoned when the run ends.
 */
export interface Policy<App = unknown> {
  /** The name of the policy in events, logs and errors. */
  readonly name: string;
  /** Whether the policy also applies to the runs of sub-agents, after their own policies. Default: false. */
  readonly subAgents?: boolean | undefined;
  /**
   * Whether text is shown while the model writes it, before `afterModel` and `onOutput` have seen it. Default: `hold`, which
   * shows the whole reply once it was accepted. Has no effect without these two hooks.
   */
  readonly streaming?: 'hold' | 'show' | undefined;
  /** Sees the input before it joins the history. */
  onInput?(input: UserMessage, info: PolicyInfo<App>): Verdict<InputVerdict>;
  /** Sees each request before the protocol prepares it. */
  beforeModel?(request: ModelRequest, info: PolicyInfo<App>): Verdict<RequestVerdict>;
  /** Sees each response before the protocol reads it. */
  afterModel?(response: LLMResponse, info: PolicyInfo<App>): Verdict<ResponseVerdict>;
  /** Sees each call before it is executed. All calls of a reply are checked before the first one is executed. */
  beforeTool?(call: PolicyCall, info: PolicyInfo<App>): Verdict<CallVerdict>;
  /** Sees each outcome before the model does, including those of calls that were refused, answered by a policy, or abandoned. */
  afterTool?(outcome: ToolOutcome, call: PolicyCall, info: PolicyInfo<App>): Verdict<OutcomeVerdict>;
  /** Sees the answer before it ends the run. */
  onOutput?(answer: Answer, info: PolicyInfo<App>): Verdict<OutputVerdict>;
  /**
   * Cleans texts that no hook sees: errors, warnings, progress, and reasons of policies, which may quote what the hooks remove.
   * The arguments of calls stay unchanged, because a person decides about them. If this function throws, the texts are withheld
   * and the run fails.
   */
  cleanText?(text: string): string;
}

/** The names of the hooks of a policy. */
export type PolicyHook = 'onInput' | 'beforeModel' | 'afterModel' | 'beforeTool' | 'afterTool' | 'onOutput';

// biome-ignore lint/suspicious/noConfusingVoidType: a hook without a return statement lets the value through.
type Verdict<Given> = Awaitable<Given | undefined | void>;

/** The information that a hook receives beside the value. */
export interface PolicyInfo<App = unknown> {
  /** The current state of the run. */
  readonly state: RunView;
  /** The name of the agent that has the conversation. */
  readonly agent: string;
  /** Aborted when the run is aborted or its time is up. Pass it on to any work that the hook waits for. */
  readonly signal: AbortSignal;
  /** The `context` that was passed to the run. */
  readonly context: App;
  /** The `state` of tools, shared by all tools and policies of the run. A paused run stores it as JSON, so put only JSON values there. */
  readonly shared: Map<string, unknown>;
}

/** The view of a run that policies and stop rules receive. */
export interface RunView {
  readonly runId: string;
  /** The number of model requests so far. */
  readonly iteration: number;
  /** The sum over all requests of the run and of its sub-agents. */
  readonly usage: Usage;
  /** The cost of these requests; undefined if the cost of any request is unknown. */
  readonly cost: number | undefined;
  /** The duration of the run so far in milliseconds, without pauses. */
  readonly elapsedMs: number;
  /** The completed calls, oldest first. The calls of a reply are added once all of them have completed. */
  readonly toolCalls: readonly ToolCallRecord[];
  /** The conversation, including the messages of this run. */
  readonly messages: readonly Message[];
  /** Whether a run above this one has untrusted text, marked by a policy, in its conversation. */
  readonly untrustedAbove: boolean;
  /** All tools of the active agent, as last listed. */
  readonly tools: readonly ToolSpec[];
  /** The tools of agents that had the conversation earlier in this run. Those from before a pause are unknown. */
  readonly formerTools: readonly ToolSpec[];
}

/** A call of the model as a policy sees it. */
export interface PolicyCall {
  readonly callId: string;
  /** The present name of the tool, whatever name the model used. */
  readonly name: string;
  /** The former name (`@was`) that the model used, if any. */
  readonly calledAs?: string | undefined;
  /**
   * JSON as the model wrote it or a policy changed it. Texts that tools accept in place of an object appear as one: an empty text
   * and `null` become `{}`, and a JSON string that contains the JSON of an object becomes that JSON.
   */
  readonly arguments: string;
  /** The arguments as an object; undefined if the text is not an object, or one that JavaScript cannot represent. */
  readonly args: JsonObject | undefined;
  /** Whether the text is a JSON object. The tool refuses any other text. */
  readonly isJson: boolean;
  /** Undefined if the model invented the name. */
  readonly tool: ToolSpec | undefined;
  /** Whether a person has approved this call with these arguments. */
  readonly approved: boolean;
  /** In `beforeTool`: whether a person will be asked about this call, because its tool or an earlier policy requires it. */
  readonly asksApproval?: boolean | undefined;
  /** In `afterTool`: true if a policy refused the call, so that the outcome does not come from a tool. */
  readonly refused?: true | undefined;
}
