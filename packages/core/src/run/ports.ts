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

/** What a run works with. None of it can be written down; what the run comes to stands in `RunState`. */
export interface Ports {
  /** The agent that has the conversation now: its model, its tools, its settings. */
  readonly agent: ActiveAgent;
  readonly clock: RunClock;
  readonly events: RunEvents;
  readonly policies: PolicyChain;
  readonly stopRules: readonly StopRule[];
  readonly output: OutputTask | undefined;
  /** Answers that were not accepted. */
  readonly answerRetries: AnswerRetries;
  readonly toolChoice: ToolChoice | undefined;
  /** What the run was given as its `context`. */
  readonly context: unknown;
  readonly callIds: CallIds;
  /** Of this run, if it says so. */
  readonly earlyRefusal: EarlyRefusals | undefined;
  /** Request options of this run. */
  readonly request: RequestOptions;
  /** Whether the model is asked to stream. */
  readonly streaming: boolean;
  /** Signs the run when it pauses. */
  readonly sign: (run: UnsignedRun) => PausedRun;
  /** Whether the run may wait for a person. */
  readonly pauses: boolean;
  /** Undefined if the run cannot wait for sub-agents that wait for a person. */
  readonly nested: NestedRuns | undefined;
  /** The `state` that all tool calls of the run share. */
  readonly toolState: ToolContext['state'];
}
