import type { PausedRun, ToolContext } from '@toolwright/contract';
import type { NestedRuns } from '../approval/nested-runs.js';
import type { UnsignedRun } from '../approval/pause-signer.js';
import type { CallIds } from '../calls/call-ids.js';
import type { ToolChoice } from '../calls/tool-choice.js';
import type { ActiveAgent } from '../delegation/active-agent.js';
import type { EarlyRefusals } from '../delegation/agent-settings.js';
import type { AnswerRetries } from '../output/answer-retries.js';
import type { OutputTask } from '../output/output-task.js';
import type { PolicyChain } from '../policies/policy-chain.js';
import type { StopRule } from '../policies/stop/stop-rules.js';
import type { RequestOptions } from '../protocols/request-options.js';
import type { RunClock } from './run-clock.js';
import type { RunEvents } from './stream/run-events.js';

/** What executes calls: the active agent, or the tools that only other tools call. */
export type Caller = Pick<ActiveAgent, 'settings' | 'findTool' | 'execute'>;

/** The objects that the execution of calls works with. */
export type CallPorts = Omit<Ports, 'agent' | 'clock'> & {
  readonly agent: Caller;
  readonly clock: Pick<RunClock, 'signal' | 'now'>;
};

/** The objects that a run works with. Unlike `RunState`, they cannot be stored. */
export interface Ports {
  /** The active agent: its model, its tools and its settings. */
  readonly agent: ActiveAgent;
  readonly clock: RunClock;
  readonly events: RunEvents;
  readonly policies: PolicyChain;
  readonly stopRules: readonly StopRule[];
  readonly output: OutputTask | undefined;
  /** Counts refused answers and limits retries. */
  readonly answerRetries: AnswerRetries;
  readonly toolChoice: ToolChoice | undefined;
  /** The `context` that was passed to the run. */
  readonly context: unknown;
  readonly callIds: CallIds;
  /** The run's own option, if any. */
  readonly earlyRefusal: EarlyRefusals | undefined;
  readonly request: RequestOptions;
  readonly streaming: boolean;
  readonly sign: (run: UnsignedRun) => PausedRun;
  /** Whether the run may pause for a person's approval. */
  readonly pauses: boolean;
  /** Undefined if the run cannot pause together with its sub-agents. */
  readonly nested: NestedRuns | undefined;
  /** The `state` that all tool calls of the run share. */
  readonly toolState: ToolContext['state'];
}
