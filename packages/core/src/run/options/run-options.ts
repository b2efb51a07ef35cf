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

/** Options of one run. `Names` are the names of the tools. */
export interface RunOptions<Output = unknown, Names extends string = string>
  extends RequestOptions,
    OutputOptions<Output> {
  /** Aborts the run, including its model request and all running tools. */
  readonly signal?: AbortSignal | undefined;
  /** Images that are sent with the input: addresses, data URLs or bytes. */
  readonly images?: readonly ImageSource[] | undefined;
  /** Whether the model streams its replies. Default: true for `runStream` and `resumeStream`, otherwise false. */
  readonly stream?: boolean | undefined;
  /** The tools' `context.app`, such as the user. Never shown to the model and never stored. Default: that of `parent`. */
  readonly context?: unknown;
  /** The context of the tool that starts this run, if a tool starts it. The run then counts towards its parent run and ends with it. */
  readonly parent?: RunParent | undefined;
  /** Limits of this run. Each one replaces the agent's. */
  readonly budget?: Budget | undefined;
  /** The maximum number of model requests in this run. Default: the agent's. */
  readonly maxIterations?: number | undefined;
  /** The tools that this run may use: their names, or a function that returns true for them. Default: all of the agent's. */
  readonly tools?: ToolSubset<Names> | undefined;
  /** Whether the model must call a tool, must call a specific one, or may call none before it answers. Default: `auto`. */
  readonly toolChoice?: ToolChoice<Names> | undefined;
  /** Whether to end a streamed reply within a call that can no longer be valid. Default: the agent's. */
  readonly earlyRefusal?: EarlyRefusals | undefined;
  /** Variables of the system prompt for this run. Each one replaces the agent's. */
  readonly promptVars?: Readonly<Record<string, unknown>> | undefined;
  /** Policies of this run. They come after the agent's: they see the input first and the answer last. */
  readonly policies?: readonly Policy[] | undefined;
  /** Stop rules of this run, in addition to the agent's. */
  readonly stopWhen?: readonly StopRule[] | undefined;
  /** Receives the events of this run and of the runs that its tools start, in addition to the agents' loggers. */
  readonly logger?: Logger | undefined;
  /** Whether the agent remembers the run. If false, the run starts with the agent's memory but does not change it. Default: true. */
  readonly remember?: boolean | undefined;
}

/** The parts of a tool's context that a run started by the tool needs. */
export type RunParent = Pick<ToolContext, 'state' | 'signal'> & Partial<Pick<ToolContext, 'app' | 'callId'>>;

/** Options of a resumed run. Time limits include the time before the pause. */
export type ResumeOptions<Output = unknown, Names extends string = string> = Omit<
  RunOptions<Output, Names>,
  'images' | 'parent'
>;
