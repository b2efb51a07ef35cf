import { DBOS } from '@dbos-inc/dbos-sdk';
import {
  errorMessage,
  isToolwrightError,
  type LLMResponse,
  type PendingCall,
  type ToolExecution,
  type ToolOutcome,
  ToolwrightError,
  type ToolwrightErrorOptions,
} from '@toolwright/contract';
import type { ApprovalDecision } from '@toolwright/core';
import type {
  CallOutcome,
  KnownCall,
  RecordedReply,
  StartedCall,
  StepRecorder,
} from '../runs/step-recorder.js';
import { describeRefusal, restoreState, stateToJson } from '../shared-state.js';

/** Records that a call begins. False if it has begun before: then it was interrupted. */
type ClaimStart = (call: string) => Promise<boolean>;

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
  readonly #claimStart: ClaimStart;
  readonly #outcomes = new Map<string, CallOutcome>();
  /** How many times each call was interrupted. */
  readonly #attempts = new Map<string, number>();
  #replies: RecordedReply[] = [];
  #position = 0;

  constructor(claimStart: ClaimStart) {
    this.#claimStart = claimStart;
  }

  nextReply(): RecordedReply | undefined {
    return this.#replies[this.#position++];
  }

  async addReply(reply: RecordedReply): Promise<void> {
    this.#replies.push(reply);
  }

  async recordReply(ask: () => Promise<LLMResponse>): Promise<LLMResponse> {
    if (this.interrupted.size > 0) throw interruptedRun();
    const step = await DBOS.runStep(() => attempt(ask), { name: 'model' });
    if ('failure' in step) throw toError(step.failure);
    this.#replies.push(step.response);
    return step.response;
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
    return this.#outcomes.get(callId) ?? (decision && { decision });
  }

  async addOutcome(callId: string, result: CallOutcome): Promise<void> {
    this.#outcomes.set(callId, result);
  }

  async recordCall(
    call: StartedCall,
    { state }: ToolExecution,
    execute: () => Promise<ToolOutcome>,
  ): Promise<ToolOutcome> {
    const { callId, name, repeatable } = call;
    const attempt = `${callId}/${this.#attempts.get(callId) ?? 0}`;
    const { done } = await DBOS.runStep(
      async (): Promise<{ done?: CallOutcome }> => {
        if (!repeatable && !(await this.#claimStart(attempt))) return {};
        const outcome = await execute();
        return { done: { outcome, state: stateToJson(state) } };
      },
      { name: `tool ${name}` },
    );
    if (done === undefined) return this.#interrupt(call);
    this.#outcomes.set(callId, done);
    restoreState(state, done.state);
    return done.outcome;
  }

  /** The other calls of the reply still end; then a person is asked instead of the model. */
  #interrupt({ callId, name, arguments: text }: StartedCall): ToolOutcome {
    this.interrupted.set(callId, { callId, name, arguments: text, interrupted: true });
    this.#attempts.set(callId, (this.#attempts.get(callId) ?? 0) + 1);
    return { result: null, error: describeRefusal(undefined) };
  }
}

/** A failure as the value of a step: DBOS returns errors without their class. */
interface Failure extends Pick<ToolwrightErrorOptions, 'blame' | 'hint' | 'status' | 'requestId'> {
  readonly code: ToolwrightError['code'];
  readonly message: string;
}

async function attempt(
  ask: () => Promise<LLMResponse>,
): Promise<{ response: LLMResponse } | { failure: Failure }> {
  try {
    return { response: await ask() };
  } catch (error) {
    if (!isToolwrightError(error)) {
      return { failure: { code: 'PROVIDER_FAILED', blame: 'provider', message: errorMessage(error) } };
    }
    const { code, blame, message, hint, status, requestId } = error;
    return { failure: { code, blame, message, hint, status, requestId } };
  }
}

function toError({ code, message, ...options }: Failure): ToolwrightError {
  return new ToolwrightError(code, message, options);
}

/** Stops a run that must not continue. Nobody sees this error: the run is played again after a person has decided. */
function interruptedRun(): ToolwrightError {
  return new ToolwrightError('ABORTED', 'A tool call was interrupted. Whether it took effect is not known.', {
    blame: 'user',
  });
}
