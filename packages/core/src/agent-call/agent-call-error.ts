import {
  errorMessage,
  isToolwrightError,
  type RunResult,
  ToolwrightError,
  type Usage,
} from '@toolwright/contract';
import { attachResult } from '../base/callbacks.js';
import { type FunctionCall, traceCalls } from './function-call.js';

/** The error of a failed agent call, with the tool calls and usage so far. Its code, blame and hint come from its cause. */
export class AgentCallError extends ToolwrightError {
  readonly calls: readonly FunctionCall[];
  readonly usage: Usage;
  /** The model's last reply, such as an unreadable answer; empty if it said nothing. */
  readonly answer: string;

  constructor(cause: unknown, result: RunResult) {
    const typed = isToolwrightError(cause) ? cause : undefined;
    super(typed?.code ?? 'PROVIDER_FAILED', errorMessage(cause), {
      blame: typed?.blame ?? 'provider',
      hint: typed?.hint,
      status: typed?.status,
      requestId: typed?.requestId,
      retryAfterMs: typed?.retryAfterMs,
      cause,
    });
    this.calls = traceCalls(result);
    this.usage = result.usage;
    this.answer = result.lastReply ?? result.finalResponse;
    attachResult(this, result);
  }
}
