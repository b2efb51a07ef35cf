import type { JsonObject, JsonValue, LLMResponse, ToolOutcome, UserMessage } from '@toolwright/contract';
import type { ModelRequest } from '../protocols/tool-call-protocol.js';

/** All verdicts; each hook accepts some of them. */
type VerdictKey = 'change' | 'answer' | 'askApproval' | 'refuse' | 'end';

/** An object with exactly one of the members. Two members at once, or one that the hook does not accept, are compile errors. */
type OneOf<Members> = {
  readonly [Key in keyof Members]: { readonly [Given in Key]: Members[Key] } & {
    readonly [Other in Exclude<VerdictKey, Key>]?: never;
  };
}[keyof Members];

/** Ends the run with the status `stopped` and this reason. */
interface Ends {
  readonly end: string;
}

/** A verdict of `onInput`: another input, a refusal that ends the run as `refused`, or the end of the run. */
export type InputVerdict = OneOf<{ readonly change: UserMessage; readonly refuse: string } & Ends>;

/** A verdict of `beforeModel`: another request, a response (or its text) in place of the model's, or the end of the run. */
export type RequestVerdict = OneOf<
  { readonly change: ModelRequest; readonly answer: string | Partial<LLMResponse> } & Ends
>;

/** A verdict of `afterModel`: another response, or the end of the run. */
export type ResponseVerdict = OneOf<{ readonly change: LLMResponse } & Ends>;

/** A verdict of `beforeTool`. `refuse` is the reason that the model reads instead of a result. */
export type CallVerdict = OneOf<
  {
    /** Other arguments, which are validated like the model's. */
    readonly change: JsonObject;
    /** The outcome in place of the tool's, or a function that returns it when it is the call's turn. */
    readonly answer: ToolOutcome | LateAnswer;
    /** Requires a person's approval; a text is the reason. */
    readonly askApproval: true | string;
    readonly refuse: string;
  } & Ends
>;

/** A verdict of `afterTool`: another outcome, the reason that the model reads instead of the result, or the end of the run. */
export type OutcomeVerdict = OneOf<{ readonly change: ToolOutcome; readonly refuse: string } & Ends>;

/** A verdict of `onOutput`: another answer, the reason why the model must answer again, or the end of the run. */
export type OutputVerdict = OneOf<{ readonly change: Answer; readonly refuse: string } & Ends>;

/**
 * Returns the outcome of a call in place of its tool, or undefined to ask the next policy and finally execute the tool. Called
 * when the call would start, so it may wait for other calls of the reply.
 */
export type LateAnswer = () => Awaitable<CallAnswer | undefined>;

/** An outcome given by a policy. */
export type CallAnswer = ToolOutcome & {
  /** Whether the outcome repeats that of an earlier call, which the model is told. */
  readonly repeated?: true | undefined;
};

/** The final answer of a run. */
export interface Answer {
  readonly text: string;
  /** The validated value of a run with an output schema. A changed value is encoded by the schema's codecs and validated again. */
  readonly output?: unknown;
  /**
   * The output as the JSON that the model wrote: a `Date` is a string, a `Map` an object. Undefined if answers are not JSON. A
   * changed value is read again, as if the model had written it.
   */
  readonly json?: JsonValue | undefined;
}

/** A value or a promise of it. */
export type Awaitable<T> = T | PromiseLike<T>;
