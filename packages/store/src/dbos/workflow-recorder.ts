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

/** Records that a call begins. */
type ClaimStart = (call: string, repeatable: boolean) => Promise<CallStart>;

/** The value of the step of a call; without `done` it was cut off before. */
interface ToolStep {
  readonly callId: string;
  readonly done?: StepValue<CallOutcome>;
  /** Whether the process that was cut off may still execute it; absent in steps of earlier versions, which did not know. */
  readonly mayStillRun?: boolean;
}

/** The value of the step of a request; earlier versions did not record the tools. */
type ModelStep = StepValue<LLMResponse> & { readonly tools?: HeldTools };

/** What the recorder needs of its run. */
interface RecorderOptions {
  readonly claimStart: ClaimStart;
  readonly listTools: () => readonly ToolSpec[];
  /** How many steps of a call are recorded. */
  readonly countSteps: (callId: string) => Promise<number>;
}

const PROVIDER_FAILED = { code: 'PROVIDER_FAILED', blame: 'provider' } as const;
const TOOL_FAILED = { code: 'TOOL_FAILED', blame: 'tool' } as const;

/**
 * Makes each request to the model and each tool call a step of the workflow. What it knows lives in memory: DBOS returns the same steps
 * again after a crash.
 */
export class WorkflowRecorder implements StepRecorder {
  /** A step has one value. */
  readonly streaming = false;
  /** Interrupted calls that wait for a decision. */
  readonly interrupted = new Map<string, PendingCall>();
  readonly decisions = new Map<string, ApprovalDecision>();
  /** Why this process cannot play the run any more: DBOS has refused a step. The agent must not make an answer of it. */
  lost: unknown;
  readonly #options: RecorderOptions;
  /** The tools that recorded replies may call, as they were. */
  #tools: HeldTools = {};
  readonly #outcomes = new Map<string, CallOutcome>();
  /** Calls that may still be running in the process that was cut off. */
  readonly #running = new Set<string>();
  /** How many times each call was interrupted. */
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

  /** Before the run is played again from its beginning or from its last pause. */
  rewind(): void {
    this.#position = 0;
  }

  /** The paused run holds the replies before the pause. */
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
    // What has been recorded of the call is played as it is.
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
    // The name that the model used: the present one may change before the run is played again.
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

  /** DBOS itself refuses a step of a run that another process executes, that was cancelled, or that took other steps before. */
  async #step<Value>(name: string, work: () => Promise<Value>): Promise<Value> {
    // A run that this process cannot play must not get any more steps.
    if (this.lost !== undefined) throw this.lost;
    try {
      return await DBOS.runStep(work, { name });
    } catch (error) {
      this.lost ??= error;
      throw error;
    }
  }

  /** The other calls of the reply still end; then a person is asked instead of the model. */
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
    `The run has executed the call '${before}' where it now makes '${now}'.`,
    {
      blame: 'developer',
      hint: 'Let a version of the application that takes the same steps end the run.',
    },
  );
}

/** The run goes on in another process. Nobody sees this error: DBOS refuses what this process records from now on. */
function takenOver(): ToolwrightError {
  return new ToolwrightError('ABORTED', 'Another worker has taken over this run.', { blame: 'user' });
}

/** Stops a run that must not continue. Nobody sees this error: the run is played again after a person has decided. */
function interruptedRun(): ToolwrightError {
  return new ToolwrightError('ABORTED', 'A tool call was interrupted. Whether it took effect is not known.', {
    blame: 'user',
  });
}
