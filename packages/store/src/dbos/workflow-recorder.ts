import { DBOS } from '@dbos-inc/dbos-sdk';
import {
  type LLMResponse,
  type PendingCall,
  type ToolExecution,
  type ToolOutcome,
  type ToolSpec,
  ToolwrightError,
} from '@toolwright/contract';
import type { ApprovalDecision, HeldTools } from '@toolwright/core';
import { mayStillRun } from '../leases/process-identity.js';
import { findStale, toolsOfReply } from '../runs/held-contract.js';
import type {
  CallOutcome,
  KnownCall,
  RecordedReply,
  StartedCall,
  StepRecorder,
} from '../runs/step-recorder.js';
import { staleTools } from '../sessions/session-error.js';
import { describeRefusal, restoreState, stateToJson } from '../shared-state.js';
import { readStep, type StepValue, stepValue } from './step-value.js';
import type { CallStart } from './tool-starts.js';

/** Records that a call starts. */
type ClaimStart = (call: string, repeatable: boolean) => Promise<CallStart>;

/** The recorded step of a call. If `done` is missing, the call was interrupted in an earlier process. */
interface ToolStep {
  readonly callId: string;
  readonly done?: StepValue<CallOutcome>;
  /** Whether the earlier process may still be executing the call; absent in steps recorded by earlier versions. */
  readonly mayStillRun?: boolean;
}

/** The recorded step of a model request. Earlier versions did not record the tools. */
type ModelStep = StepValue<LLMResponse> & { readonly tools?: HeldTools };

/** Gives a recorder access to its run. */
interface RecorderOptions {
  readonly claimStart: ClaimStart;
  readonly listTools: () => readonly ToolSpec[];
  /** Returns the number of recorded steps of a call. */
  readonly countSteps: (callId: string) => Promise<number>;
}

const PROVIDER_FAILED = { code: 'PROVIDER_FAILED', blame: 'provider' } as const;
const TOOL_FAILED = { code: 'TOOL_FAILED', blame: 'tool' } as const;

/**
 * Records each model request and each tool call as a step of the workflow. Keeps its state in memory: after a crash, DBOS returns the
 * recorded steps again.
 */
export class WorkflowRecorder implements StepRecorder {
  /** False, because a step has a single value. */
  readonly streaming = false;
  /** Interrupted calls that are waiting for a decision. */
  readonly interrupted = new Map<string, PendingCall>();
  readonly decisions = new Map<string, ApprovalDecision>();
  /** The error that stopped the run in this process, e.g. a step that DBOS refused. The agent must not turn this error into an answer. */
  lost: unknown;
  readonly #options: RecorderOptions;
  /** The tools that the recorded replies may call, as they were when the replies were recorded. */
  #tools: HeldTools = {};
  readonly #outcomes = new Map<string, CallOutcome>();
  /** Interrupted calls that may still be running in an earlier process. */
  readonly #running = new Set<string>();
  /** The number of interruptions of each call. */
  readonly #attempts = new Map<string, number>();
  #replies: RecordedReply[] = [];
  #position = 0;

  constructor(options: RecorderOptions) {
    this.#options = options;
  }

  nextReply(): RecordedReply | undefined {
    return this.#replies[this.#position++];
  }

  async addReply(reply: RecordedReply): Promise<void> {
    this.#replies.push(reply);
  }

  async recordReply(ask: () => Promise<LLMResponse>): Promise<LLMResponse> {
    if (this.interrupted.size > 0) throw interruptedRun();
    const step = await this.#step('model', async (): Promise<ModelStep> => {
      const value = await stepValue(ask, PROVIDER_FAILED);
      const tools = toolsOfReply(value, this.#options.listTools(), this.#tools);
      return { ...value, ...(tools && { tools }) };
    });
    this.#tools = { ...this.#tools, ...step.tools };
    const reply = readStep(step);
    this.#replies.push(reply);
    return reply;
  }

  /** Prepares a replay of the run from its start or from its last pause. */
  rewind(): void {
    this.#position = 0;
  }

  /** Discards the replies before a pause, because the paused run contains them. */
  forgetReplies(): void {
    this.#replies = [];
    this.rewind();
  }

  findCall({ callId }: StartedCall): KnownCall | undefined {
    const decision = this.decisions.get(callId);
    return this.#outcomes.get(callId) ?? (decision && { decision, mayStillRun: this.#running.has(callId) });
  }

  async checkTool(call: StartedCall, args: unknown): Promise<void> {
    const problem = findStale(call, args, this.#tools, this.#options.listTools());
    if (problem === undefined) return;
    const { callId } = call;
    // If the call has a recorded step, the step is replayed without a check.
    if ((await this.#options.countSteps(callId)) > (this.#attempts.get(callId) ?? 0)) return;
    this.lost ??= staleTools(problem);
    throw this.lost;
  }

  async addOutcome(callId: string, result: CallOutcome): Promise<void> {
    this.#outcomes.set(callId, result);
  }

  async recordCall(
    call: StartedCall,
    { state }: ToolExecution,
    execute: () => Promise<ToolOutcome>,
  ): Promise<ToolOutcome> {
    const { callId, name, calledAs, repeatable } = call;
    const attempt = `${callId}/${this.#attempts.get(callId) ?? 0}`;
    // The step is named with the name that the model used, because the current name may change before the next replay.
    const step = await this.#step(`tool ${calledAs ?? name}`, async (): Promise<ToolStep> => {
      const start = await this.#options.claimStart(attempt, repeatable);
      if (start === 'taken-over') throw takenOver();
      if (typeof start === 'object') return { callId, mayStillRun: mayStillRun(start.by) };
      const work = async (): Promise<CallOutcome> => ({
        outcome: await execute(),
        state: stateToJson(state),
      });
      return { callId, done: await stepValue(work, TOOL_FAILED) };
    });
    if (step.callId !== callId) {
      this.lost ??= otherStep(step.callId, callId);
      throw this.lost;
    }
    const done = step.done && readStep(step.done);
    if (done === undefined) return this.#interrupt(call, step.mayStillRun !== false);
    this.#outcomes.set(callId, done);
    restoreState(state, done.state);
    return done.outcome;
  }

  /** Runs a step. DBOS refuses it if another process executes the run, if the run was cancelled, or if its recorded steps differ. */
  async #step<Value>(name: string, work: () => Promise<Value>): Promise<Value> {
    // A run that was stopped in this process must not record further steps.
    if (this.lost !== undefined) throw this.lost;
    try {
      return await DBOS.runStep(work, { name });
    } catch (error) {
      this.lost ??= error;
      throw error;
    }
  }

  /** Marks a call as interrupted. The reply's other calls still finish; then a person is asked instead of the model. */
  #interrupt({ callId, name, arguments: text }: StartedCall, runs: boolean): ToolOutcome {
    const pending: PendingCall = { callId, name, arguments: text, interrupted: true };
    this.interrupted.set(callId, runs ? { ...pending, mayStillRun: true } : pending);
    if (runs) this.#running.add(callId);
    else this.#running.delete(callId);
    this.#attempts.set(callId, (this.#attempts.get(callId) ?? 0) + 1);
    return { result: null, error: describeRefusal(undefined, runs) };
  }
}

function otherStep(before: string, now: string): ToolwrightError {
  return new ToolwrightError(
    'STALE_RUN',
    `The next recorded call of the run is '${before}', but the agent now makes the call '${now}'.`,
    {
      blame: 'developer',
      hint: 'Finish the run with a version of the application that makes the same calls.',
    },
  );
}

/** Creates the error that stops a run that continues in another process. Callers never see it: DBOS refuses further steps here. */
function takenOver(): ToolwrightError {
  return new ToolwrightError('ABORTED', 'Another worker has taken over this run.', { blame: 'user' });
}

/** Creates the error that stops a run until a person decides. Callers never see it: the run is replayed after the decision. */
function interruptedRun(): ToolwrightError {
  return new ToolwrightError('ABORTED', 'A tool call was interrupted. It may have taken effect.', {
    blame: 'user',
  });
}
