import type { Logger, ToolContext } from '@toolwright/contract';
import type { ImageSource } from '@toolwright/llm';
import type { ToolChoice } from '../../calls/tool-choice.js';
import type { ToolSubset } from '../../calls/tool-subset.js';
import type { EarlyRefusals } from '../../delegation/agent-settings.js';
import type { Budget } from '../../limits/budget.js';
import type { OutputOptions } from '../../output/output-tasks.js';
import type { Policy } from '../../policies/policy.js';
import type { StopRule } from '../../policies/stop/stop-rules.js';
import type { RequestOptions } from '../../protocols/request-options.js';

/** Options of one run. `Names` are those of the tools. */
export interface RunOptions<Output = unknown, Names extends string = string>
  extends RequestOptions,
    OutputOptions<Output> {
  /** Ends the run: its request to the model and all its running tools. */
  readonly signal?: AbortSignal | undefined;
  /** Shown to the model with the input; addresses, data URLs or bytes. */
  readonly images?: readonly ImageSource[] | undefined;
  /** Whether the model streams its replies. Default: true for `runStream` and `resumeStream`, else false. */
  readonly stream?: boolean | undefined;
  /** What the tools of the run read as `context.app`, such as the user. It is never shown to the model and never stored. Default: that of `parent`. */
  readonly context?: unknown;
  /** For a run that a tool starts: the context of that tool. The run then counts for the one above, and ends with it. */
  readonly parent?: RunParent | undefined;
  /** Limits of this run; each takes the place of the agent's. */
  readonly budget?: Budget | undefined;
  /** How many times this run asks the model. Default: the agent's. */
  readonly maxIterations?: number | undefined;
  /** The tools that this run may use, by their names, or those for which a function returns true. Default: all of the agent's. */
  readonly tools?: ToolSubset<Names> | undefined;
  /** Whether the model must call a tool, or a certain one, before it answers, or may call none. Default: `auto`. */
  readonly toolChoice?: ToolChoice<Names> | undefined;
  /** Whether streamed replies of this run end within a call that can no longer be valid. Default: the agent's. */
  readonly earlyRefusal?: EarlyRefusals | undefined;
  /** Variables of the system prompt for this run; each takes the place of the agent's. */
  readonly promptVars?: Readonly<Record<string, unknown>> | undefined;
  /** Policies of this run. They stand behind the agent's: they see the input first and the answer last. */
  readonly policies?: readonly Policy[] | undefined;
  /** Stop rules of this run, beside the agent's. */
  readonly stopWhen?: readonly StopRule[] | undefined;
  /** Gets the events of this run and of the runs that its tools start, beside the loggers of the agents. */
  readonly logger?: Logger | undefined;
  /** Whether the agent remembers the run. Without, it starts with the agent's memory and leaves that as it is. Default: true. */
  readonly remember?: boolean | undefined;
}

/** The context of a tool, as far as a run that it starts needs it. */
export type RunParent = Pick<ToolContext, 'state' | 'signal'> & Partial<Pick<ToolContext, 'app' | 'callId'>>;

/** Options of a resumed run. The time before the pause counts. */
export type ResumeOptions<Output = unknown, Names extends string = string> = Omit<
  RunOptions<Output, Names>,
  'images' | 'parent'
>;
