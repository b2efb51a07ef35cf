import type { ImageSource, Logger, ToolContext } from '@toolwright/contract';
import type { ToolChoice } from '../../calls/tool-choice.js';
import type { ToolSubset } from '../../calls/tool-subset.js';
import type { EarlyRefusals } from '../../delegation/agent-settings.js';
import type { Budget } from '../../limits/budget.js';
import type { OutputOptions } from '../../output/output-tasks.js';
import type { Policy } from '../../policies/policy.js';
import type { StopRule } from '../../policies/stop/stop-rules.js';
import type { RequestOptions } from '../../protocols/request-options.js';

/** Options of a run. `Names` are the names of the tools. */
export interface RunOptions<Output = unknown, Names extends string = string>
  extends RequestOptions,
    OutputOptions<Output> {
  /** Aborts the run, including its model request and all running tools. */
  readonly signal?: AbortSignal | undefined;
  /** Images to send with the input: URLs, data URLs or bytes. */
  readonly images?: readonly ImageSource[] | undefined;
  /** Whether the model streams its replies. Default: true for `runStream` and `resumeStream`, otherwise false. */
  readonly stream?: boolean | undefined;
  /** The value that tools read as `context.app`, such as the user. Never shown to the model or stored. Default: that of `parent`. */
  readonly context?: unknown;
  /** If a tool starts this run, the tool's context. The run then counts towards the limits of its parent run and is aborted with it. */
  readonly parent?: RunParent | undefined;
  /** Limits of this run. Each limit replaces the agent's. */
  readonly budget?: Budget | undefined;
  /** The maximum number of model requests in this run. Default: the agent's. */
  readonly maxIterations?: number | undefined;
  /** The tools that this run may use: their names, or a predicate. Default: all of the agent's tools. */
  readonly tools?: ToolSubset<Names> | undefined;
  /** Whether the model must call any tool, a specific tool, or none before it answers. Default: `auto`, which leaves it to the model. */
  readonly toolChoice?: ToolChoice<Names> | undefined;
  /** Whether to abort a streamed reply as soon as a call cannot become valid. Default: the agent's setting. */
  readonly earlyRefusal?: EarlyRefusals | undefined;
  /** Variables for the system prompt of this run. Each variable replaces the agent's. */
  readonly promptVars?: Readonly<Record<string, unknown>> | undefined;
  /** Policies of this run. They are outside the agent's policies: they see the input first and the answer last. */
  readonly policies?: readonly Policy[] | undefined;
  /** Stop rules of this run, in addition to the agent's. */
  readonly stopWhen?: readonly StopRule[] | undefined;
  /** Receives the events of this run and of all runs that its tools start, in addition to the agents' own loggers. */
  readonly logger?: Logger | undefined;
  /** Whether the agent remembers the run. If false, the run starts with the agent's memory but does not change it. Default: true. */
  readonly remember?: boolean | undefined;
}

/** The parts of a tool's context that a run started by the tool needs. */
export type RunParent = Pick<ToolContext, 'state' | 'signal'> & Partial<Pick<ToolContext, 'app' | 'callId'>>;

/** Options of a resumed run. The time before the pause counts towards time limits. */
export type ResumeOptions<Output = unknown, Names extends string = string> = Omit<
  RunOptions<Output, Names>,
  'images' | 'parent'
>;
