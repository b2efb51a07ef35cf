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
 * A rule that a run keeps. Policies stand in a list around the model and the tools, the first one nearest: `onInput`, `beforeModel` and
 * `beforeTool` are asked from last to first, the other hooks from first to last. A hook that returns nothing lets the value through.
 * A hook of a tool that throws answers that call with its error; any other one ends the run. A hook that never returns ends with the run.
 */
export interface Policy<App = unknown> {
  /** Names the policy in events, logs and errors. */
  readonly name: string;
  /** Whether it also holds in the runs of sub-agents, behind their own policies. Default: false. */
  readonly subAgents?: boolean | undefined;
  /**
   * Whether text is shown while the model writes it, before `afterModel` and `onOutput` have seen it. Default: `hold`, which shows a
   * reply as a whole once it has passed. Without effect for a policy that has neither hook.
   */
  readonly streaming?: 'hold' | 'show' | undefined;
  /** Sees the input before it joins the history. */
  onInput?(input: UserMessage, info: PolicyInfo<App>): Verdict<InputVerdict>;
  /** Sees each request before the protocol prepares it. */
  beforeModel?(request: ModelRequest, info: PolicyInfo<App>): Verdict<RequestVerdict>;
  /** Sees each response before the protocol reads it. */
  afterModel?(response: LLMResponse, info: PolicyInfo<App>): Verdict<ResponseVerdict>;
  /** Sees each call before it is executed. All calls of a reply are asked about before one of them begins. */
  beforeTool?(call: PolicyCall, info: PolicyInfo<App>): Verdict<CallVerdict>;
  /** Sees each outcome before the model does, also of a call that was refused, answered by a policy, or given up. */
  afterTool?(outcome: ToolOutcome, call: PolicyCall, info: PolicyInfo<App>): Verdict<OutcomeVerdict>;
  /** Sees the answer before it ends the run. */
  onOutput?(answer: Answer, info: PolicyInfo<App>): Verdict<OutputVerdict>;
  /**
   * Cleans texts that no hook sees: of errors, warnings, progress, and reasons of policies, which may quote what the hooks remove. The
   * arguments of calls stay, because a person decides about them. If it throws, the texts are withheld and the run fails.
   */
  cleanText?(text: string): string;
}

/** The names of the hooks of a policy. */
export type PolicyHook = 'onInput' | 'beforeModel' | 'afterModel' | 'beforeTool' | 'afterTool' | 'onOutput';

// biome-ignore lint/suspicious/noConfusingVoidType: a hook without a return statement lets the value through.
type Verdict<Given> = Awaitable<Given | undefined | void>;

/** What a hook is told beside the value that it sees. */
export interface PolicyInfo<App = unknown> {
  /** What the run has come to. */
  readonly state: RunView;
  /** The name of the agent that has the conversation. */
  readonly agent: string;
  /** Aborted when the run is aborted or its time is up. Pass it on to what the hook waits for. */
  readonly signal: AbortSignal;
  /** What the run was given as its `context`. */
  readonly context: App;
  /** The `state` of tools: shared by all tools and policies of the run. A paused run keeps what is JSON; put nothing else there. */
  readonly shared: Map<string, unknown>;
}

/** A run as policies and stop rules see it. */
export interface RunView {
  readonly runId: string;
  /** How many times the model was asked. */
  readonly iteration: number;
  /** Sum over all requests of the run and of its sub-agents. */
  readonly usage: Usage;
  /** The cost of these requests; undefined if that of any request is unknown. */
  readonly cost: number | undefined;
  /** How long the run has taken, in milliseconds, without pauses. */
  readonly elapsedMs: number;
  /** The calls that have ended, oldest first. Those of a reply are added when all of them have. */
  readonly toolCalls: readonly ToolCallRecord[];
  /** The conversation, with the messages of this run. */
  readonly messages: readonly Message[];
  /** Whether a run above this one, whose tool started it, has text of others in its conversation that a policy has marked. */
  readonly untrustedAbove: boolean;
  /** All tools of the agent that has the conversation, as they were listed last. */
  readonly tools: readonly ToolSpec[];
  /** The tools of agents that had the conversation earlier in this run; those from before a pause are not known. */
  readonly formerTools: readonly ToolSpec[];
}

/** A call that a policy is asked about. */
export interface PolicyCall {
  readonly callId: string;
  /** The present name of the tool, whatever name the model used. */
  readonly name: string;
  /** The former name (`@was`) that the model used, if any. */
  readonly calledAs?: string | undefined;
  /**
   * JSON, as the model wrote it or a policy changed it. What tools accept in place of an object is one here: no text and `null` are `{}`, and
   * a JSON string that holds the JSON of an object is that JSON.
   */
  readonly arguments: string;
  /** The same as an object; undefined if the text is not one, or not one that JavaScript can hold. */
  readonly args: JsonObject | undefined;
  /** Whether the text is a JSON object. One that is not is refused by the tool. */
  readonly isJson: boolean;
  /** Undefined if the model has made up the name. */
  readonly tool: ToolSpec | undefined;
  /** A person has agreed to this call with these arguments. */
  readonly approved: boolean;
  /** In `beforeTool`: a person will be asked about this call, because its tool or a policy that was asked earlier wants it. */
  readonly asksApproval?: boolean | undefined;
  /** In `afterTool`: a policy has refused the call, so the outcome is no text of a tool. */
  readonly refused?: true | undefined;
}
