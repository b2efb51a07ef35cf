import {
  errorMessage,
  isToolwrightError,
  type RunResult,
  ToolwrightError,
  type Usage,
} from '@toolwright/contract';
import { attachResult } from '../run/run-failure.js';
import { type FunctionCall, traceCalls } from './function-call.js';

/** Why a call has no output, with what it had done until then. Code, blame and hint are those of its cause. */
export class AgentCallError extends ToolwrightError {
  readonly calls: readonly FunctionCall[];
  readonly usage: Usage;
  /** What the model said last, such as an answer that could not be read; empty where it said nothing. */
  readonly answer: string;

  constructor(cause: unknown, result: RunResult) {
    const typed = isToolwrightError(cause) ? cause : undefined;
    super(typed?.code ?? 'PROVIDER_FAILED', errorMessage(cause), {
      blame: typed?.blame ?? 'provider',
      hint: typed?.hint,
      status: typed?.status,
      requestId: typed?.requestId,
      cause,
    });
    this.calls = traceCalls(result);
    this.usage = result.usage;
    this.answer = result.lastReply ?? result.finalResponse;
    attachResult(this, result);
  }
}
