import type { JsonObject, JsonValue, LLMResponse, ToolOutcome, UserMessage } from '@toolwright/contract';
import type { ModelRequest } from '../protocols/tool-call-protocol.js';

/** All verdicts; each hook accepts some of them. */
type VerdictKey = 'change' | 'answer' | 'askApproval' | 'refuse' | 'end';

/** An object with exactly one of the members. More members, or a member that the hook does not support, are compile errors. */
type OneOf<Members> = {
  readonly [Key in keyof Members]: { readonly [Given in Key]: Members[Key] } & {
    readonly [Other in Exclude<VerdictKey, Key>]?: never;
  };
}[keyof Members];

/** Ends the run with the status `stopped` and this reason. */
interface Ends {
  readonly end: string;
}

/** A verdict of `onInput`: a changed input, a refusal that ends the run as `refused`, or the end of the run. */
export type InputVerdict = OneOf<{ readonly change: UserMessage; readonly refuse: string } & Ends>;

/** A verdict of `beforeModel`: a changed request, a response (or its text) that replaces the model's, or the end of the run. */
export type RequestVerdict = OneOf<
  { readonly change: ModelRequest; readonly answer: string | Partial<LLMResponse> } & Ends
>;

/** A verdict of `afterModel`: a changed response, or the end of the run. */
export type ResponseVerdict = OneOf<{ readonly change: LLMResponse } & Ends>;

/** A verdict of `beforeTool`. `refuse` is the reason that the model receives instead of a result. */
export type CallVerdict = OneOf<
  {
    /** Changed arguments, which are validated like the model's. */
    readonly change: JsonObject;
    /** An outcome that replaces the tool's, or a function that returns it when the call is about to start. */
    readonly answer: ToolOutcome | LateAnswer;
    /** Requires a person's approval; a string gives the reason. */
    readonly askApproval: true | string;
    readonly refuse: string;
  } & Ends
>;

/** A verdict of `afterTool`: a changed outcome, a reason that the model receives instead of the result, or the end of the run. */
export type OutcomeVerdict = OneOf<{ readonly change: ToolOutcome; readonly refuse: string } & Ends>;

/** A verdict of `onOutput`: a changed answer, a reason why the model must answer again, or the end of the run. */
export type OutputVerdict = OneOf<{ readonly change: Answer; readonly refuse: string } & Ends>;

/**
 * Returns an outcome that replaces the tool's. If all policies return undefined, the tool is executed. Called when the call is about
 * to start, so it may wait for other calls of the reply.
 */
export type LateAnswer = () => Awaitable<CallAnswer | undefined>;

/** A call outcome that a policy returned. */
export type CallAnswer = ToolOutcome & {
  /** Whether the outcome repeats that of an earlier call. If so, the model is told. */
  readonly repeated?: true | undefined;
};

/** The final answer of a run. */
export interface Answer {
  readonly text: string;
  /** The validated output, if the run has an output schema. A changed value is encoded by the schema's codecs and validated again. */
  readonly output?: unknown;
  /**
   * The JSON that the model wrote for the output: a `Date` is a string, a `Map` is an object. Undefined if answers are not JSON. A
   * changed value is parsed again, as if the model had written it.
   */
  readonly json?: JsonValue | undefined;
}

/** A value or a promise for it. */
export type Awaitable<T> = T | PromiseLike<T>;
