import type { JsonObject, JsonValue, LLMResponse, ToolOutcome, UserMessage } from '@toolwright/contract';
import type { ModelRequest } from '../protocols/tool-call-protocol.js';

/** Everything that a verdict can say; each hook takes some of these. */
type VerdictKey = 'change' | 'answer' | 'askApproval' | 'refuse' | 'end';

/** An object with exactly one of the members. Two at once, or one that the hook does not take, are compile errors. */
type OneOf<Members> = {
  readonly [Key in keyof Members]: { readonly [Given in Key]: Members[Key] } & {
    readonly [Other in Exclude<VerdictKey, Key>]?: never;
  };
}[keyof Members];

/** Ends the run with the status `stopped`, and says why. */
interface Ends {
  readonly end: string;
}

/** A verdict of `onInput`: another input, a refusal that ends the run as `refused`, or the end of the run. */
export type InputVerdict = OneOf<{ readonly change: UserMessage; readonly refuse: string } & Ends>;

/** A verdict of `beforeModel`: another request, a response in place of the model's (a text is one), or the end of the run. */
export type RequestVerdict = OneOf<
  { readonly change: ModelRequest; readonly answer: string | Partial<LLMResponse> } & Ends
>;

/** A verdict of `afterModel`: another response, or the end of the run. */
export type ResponseVerdict = OneOf<{ readonly change: LLMResponse } & Ends>;

/** A verdict of `beforeTool`; `refuse` is the reason that the model reads instead of a result. */
export type CallVerdict = OneOf<
  {
    /** Other arguments; they are validated as any. */
    readonly change: JsonObject;
    /** The outcome in place of the tool's, or a function that is asked for it when the call's turn has come. */
    readonly answer: ToolOutcome | LateAnswer;
    /** Whether a person has to agree first; a text says why. */
    readonly askApproval: true | string;
    readonly refuse: string;
  } & Ends
>;

/** A verdict of `afterTool`: another outcome, the reason that the model reads instead of the result, or the end of the run. */
export type OutcomeVerdict = OneOf<{ readonly change: ToolOutcome; readonly refuse: string } & Ends>;

/** A verdict of `onOutput`: another answer, the reason why the model has to answer again, or the end of the run. */
export type OutputVerdict = OneOf<{ readonly change: Answer; readonly refuse: string } & Ends>;

/**
 * Gives the outcome of a call in place of its tool, or undefined, which asks the next policy and then executes the tool. Called when the
 * call would begin, so it may wait for other calls of the reply.
 */
export type LateAnswer = () => Awaitable<CallAnswer | undefined>;

/** An outcome that a policy gives. */
export type CallAnswer = ToolOutcome & {
  /** The outcome is that of an earlier call, and the model is told so. */
  readonly repeated?: true | undefined;
};

/** The final answer of a run. */
export interface Answer {
  readonly text: string;
  /** The validated value of a run with an output schema. A changed one is written as JSON by the schema's codecs, and validated again. */
  readonly output?: unknown;
  /**
   * The output as JSON, as the model wrote it: a `Date` is a text, a `Map` an object. Undefined where answers are not JSON. A changed one
   * is read again, as if the model had written it.
   */
  readonly json?: JsonValue | undefined;
}

/** A value, or a promise of it. */
export type Awaitable<T> = T | PromiseLike<T>;
