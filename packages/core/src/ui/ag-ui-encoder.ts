import {
  type AgentEvent,
  errorMessage,
  isToolwrightError,
  type PendingCall,
  type RunResult,
  type ToolOutcome,
} from '@toolwright/contract';
import { MASKED, OpenPart, type PartKind, type UIEncoder, type UIStreamOptions } from './ui-encoder.js';

/** Events of AG-UI. @see https://docs.ag-ui.com/concepts/events */
export class AgUiEncoder implements UIEncoder {
  readonly headers = {};
  readonly #ids: { readonly threadId: string; readonly runId: string };
  readonly #showError: UIStreamOptions['showError'];
  readonly #part: OpenPart;
  #hasStarted = false;
  #pending: readonly PendingCall[] = [];

  constructor(runId: string, { threadId = runId, showError }: UIStreamOptions) {
    this.#ids = { threadId, runId };
    this.#showError = showError;
    this.#part = new OpenPart(runId, beginPart, endPart);
  }

  encode(event: AgentEvent): readonly object[] {
    switch (event.type) {
      case 'text-delta':
        return this.#addTo('text', event.text);
      case 'reasoning-delta':
        return this.#addTo('reasoning', event.text);
      case 'approval-request':
        this.#pending = event.calls;
        return [];
      default:
        return [...(CLOSING.has(event.type) ? this.#part.close() : []), ...this.#encodeOther(event)];
    }
  }

  fail(error: unknown): readonly object[] {
    const code = isToolwrightError(error) ? error.code : undefined;
    const started = this.#hasStarted ? [] : [{ type: 'RUN_STARTED', ...this.#ids }];
    return [...started, ...this.#part.close(), this.#runError(errorMessage(error), code)];
  }

  #encodeOther(event: AgentEvent): readonly object[] {
    switch (event.type) {
      case 'run-start':
        this.#hasStarted = true;
        return [{ type: 'RUN_STARTED', ...this.#ids }];
      case 'tool-call':
        return encodeCall(event.callId, event.name, event.arguments);
      case 'tool-progress':
        return [custom('tool-progress', { toolCallId: event.callId, progress: event.progress })];
      case 'tool-result':
        return [this.#encodeResult(event.callId, event.outcome)];
      case 'handoff':
        return [custom('handoff', { from: event.from, to: event.to })];
      case 'retry':
        return [custom('retry', { attempt: event.attempt, delayMs: event.delayMs })];
      case 'run-end':
        return this.#encodeEnd(event.result);
      default:
        return [];
    }
  }

  /** The protocol has no empty pieces. */
  #addTo(kind: PartKind, delta: string): readonly object[] {
    const type = kind === 'text' ? 'TEXT_MESSAGE_CONTENT' : 'REASONING_MESSAGE_CONTENT';
    return delta === '' ? [] : this.#part.add(kind, (messageId) => ({ type, messageId, delta }));
  }

  #encodeResult(toolCallId: string, { result, error }: ToolOutcome): object {
    const shown = error === null ? result : { error: this.#showError?.(error) ?? MASKED.tool };
    const content = typeof shown === 'string' ? shown : JSON.stringify(shown);
    return { type: 'TOOL_CALL_RESULT', messageId: this.#part.newId(), toolCallId, content, role: 'tool' };
  }

  #encodeEnd({ status, output, errors, errorCode, paused }: RunResult): readonly object[] {
    if (status === 'error') return [this.#runError(errors.at(-1) ?? '', errorCode)];
    const end = { type: 'RUN_FINISHED', ...this.#ids };
    if (status === 'aborted') return [{ ...end, outcome: { type: 'cancelled' } }];
    if (status !== 'paused') return [{ ...end, result: { status, output }, outcome: { type: 'success' } }];
    const interrupts = this.#pending.map(({ callId, name, reason }) => ({
      id: callId,
      toolCallId: callId,
      reason: 'approval',
      message: reason ?? `May '${name}' be called?`,
      expiresAt: paused?.expiresAt,
      responseSchema: DECISION,
    }));
    // A sub-agent's call was not shown, and a call that waits was not made yet.
    const calls = this.#pending.flatMap((call) => encodeCall(call.callId, call.name, call.arguments));
    return [...calls, { ...end, outcome: { type: 'interrupt', interrupts } }];
  }

  #runError(message: string, code: string | undefined): object {
    return { type: 'RUN_ERROR', message: this.#showError?.(message) ?? MASKED.run, code };
  }
}

/** The events that end a part of the message. */
const CLOSING: ReadonlySet<AgentEvent['type']> = new Set(['llm-call', 'tool-call', 'tool-result', 'run-end']);

/** The answer to an interrupt: an `ApprovalDecision`. */
const DECISION = {
  type: 'object',
  properties: { approved: { type: 'boolean' }, reason: { type: 'string' } },
  required: ['approved'],
};

function beginPart(kind: PartKind, messageId: string): readonly object[] {
  if (kind === 'text') return [{ type: 'TEXT_MESSAGE_START', messageId, role: 'assistant' }];
  return [
    { type: 'REASONING_START', messageId },
    { type: 'REASONING_MESSAGE_START', messageId, role: 'reasoning' },
  ];
}

function endPart(kind: PartKind, messageId: string): readonly object[] {
  if (kind === 'text') return [{ type: 'TEXT_MESSAGE_END', messageId }];
  return [
    { type: 'REASONING_MESSAGE_END', messageId },
    { type: 'REASONING_END', messageId },
  ];
}

function encodeCall(toolCallId: string, toolCallName: string, delta: string): readonly object[] {
  const args = delta === '' ? [] : [{ type: 'TOOL_CALL_ARGS', toolCallId, delta }];
  return [
    { type: 'TOOL_CALL_START', toolCallId, toolCallName },
    ...args,
    { type: 'TOOL_CALL_END', toolCallId },
  ];
}

function custom(name: string, value: object): object {
  return { type: 'CUSTOM', name, value };
}
