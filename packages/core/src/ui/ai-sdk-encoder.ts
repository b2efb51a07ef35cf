import {
  type AgentEvent,
  errorMessage,
  type RunResult,
  type RunStartEvent,
  type ToolResultEvent,
} from '@toolwright/contract';
import { readJson } from '@toolwright/json';
import { approvalIdOf } from '../approval/decision.js';
import {
  MASKED,
  OpenPart,
  type ShownOutput,
  shownValue,
  type UIEncoder,
  type UIStreamOptions,
} from './ui-encoder.js';

/** Encodes events as chunks of the AI SDK's UI message stream. @see https://ai-sdk.dev/docs/ai-sdk-ui/stream-protocol */
export class AiSdkEncoder implements UIEncoder {
  readonly headers = { 'x-vercel-ai-ui-message-stream': 'v1' };
  readonly last = '[DONE]';
  readonly #runId: string;
  /** The message id from the options. */
  readonly #messageId: string | undefined;
  readonly #showError: UIStreamOptions['showError'];
  readonly #part: OpenPart;
  /** The calls that were sent. Readers of the protocol refuse results for unknown calls. */
  readonly #calls = new Set<string>();
  #isInStep = false;
  /** Whether a resumed run continues the step in which it was paused. */
  #continuesStep = false;
  #resumed: readonly string[] = [];
  /** The id of the agent's run, which resuming does not change. */
  #agentRunId: string | undefined;

  constructor(runId: string, { showError, runId: messageId }: UIStreamOptions) {
    this.#runId = runId;
    this.#messageId = messageId;
    this.#showError = showError;
    this.#part = new OpenPart(
      runId,
      (kind, id) => [{ type: `${kind}-start`, id }],
      (kind, id) => [{ type: `${kind}-end`, id }],
    );
  }

  encode(event: AgentEvent): readonly object[] {
    switch (event.type) {
      case 'run-start':
        return [this.#begin(event)];
      case 'llm-call':
        return [...this.#endStep(), ...this.#beginStep()];
      case 'text-delta':
        return this.#part.add('text', (id) => ({ type: 'text-delta', id, delta: event.text }));
      case 'reasoning-delta':
        return this.#part.add('reasoning', (id) => ({ type: 'reasoning-delta', id, delta: event.text }));
      case 'tool-call':
        return [...this.#part.close(), ...this.#addCall(event)];
      case 'tool-progress':
        return this.#addOutput(event, { output: shownValue(event.progress), preliminary: true });
      case 'tool-result':
        return this.#addResult(event);
      case 'approval-request':
        return event.calls.flatMap((call) => [
          ...this.#addCall(call),
          {
            type: 'tool-approval-request',
            approvalId: approvalIdOf(this.#agentRunId, call.callId),
            toolCallId: call.callId,
          },
        ]);
      case 'handoff':
        return [{ type: 'data-handoff', data: { from: event.from, to: event.to } }];
      case 'retry': {
        const data = { attempt: event.attempt, delayMs: event.delayMs };
        return [{ type: 'data-retry', data, transient: true }];
      }
      case 'run-end':
        return [...this.#endStep(), ...this.#encodeEnd(event.result)];
      default:
        return [];
    }
  }

  /** Encodes a data part, which replaces the previous part with the same id. */
  encodeOutput(output: ShownOutput): object {
    return { type: 'data-partial-output', id: `${this.#runId}:output`, data: output };
  }

  fail(error: unknown): readonly object[] {
    return [...this.#endStep(), this.#error(errorMessage(error))];
  }

  #begin({ resumed, runId }: RunStartEvent): object {
    this.#agentRunId = runId;
    if (resumed === undefined) return { type: 'start', messageId: this.#runId };
    this.#continuesStep = true;
    this.#resumed = resumed;
    // Without an id, the page continues its last message.
    return { type: 'start', messageId: this.#messageId };
  }

  #beginStep(): readonly object[] {
    if (this.#isInStep || this.#continuesStep) return [];
    this.#isInStep = true;
    return [{ type: 'start-step' }];
  }

  #endStep(): readonly object[] {
    const ended = this.#isInStep ? [{ type: 'finish-step' }] : [];
    this.#isInStep = false;
    this.#continuesStep = false;
    return [...this.#part.close(), ...ended];
  }

  #addCall({ callId, name, arguments: text, byProvider }: Call): readonly object[] {
    if (this.#calls.has(callId)) return [];
    this.#calls.add(callId);
    const call = { toolCallId: callId, toolName: name, providerExecuted: byProvider, dynamic: true };
    const read = readJson(text);
    const writing = [
      { type: 'tool-input-start', ...call },
      { type: 'tool-input-delta', toolCallId: callId, inputTextDelta: text },
    ];
    return [
      ...this.#part.close(),
      ...this.#beginStep(),
      // If the page already has the call, only its input is replaced, because a person may have changed it.
      ...(this.#resumed.includes(callId) ? [] : writing),
      { type: 'tool-input-available', ...call, input: read.ok ? read.value : text },
    ];
  }

  #addResult(event: ToolResultEvent): readonly object[] {
    const { result, error } = event.outcome;
    if (error === null) return this.#addOutput(event, { output: shownValue(result) });
    if (event.denied) {
      return [...this.#knownCall(event), { type: 'tool-output-denied', toolCallId: event.callId }];
    }
    const errorText = this.#showError?.(error) ?? MASKED.tool;
    const { callId: toolCallId, byProvider: providerExecuted } = event;
    return [
      ...this.#knownCall(event),
      { type: 'tool-output-error', toolCallId, errorText, providerExecuted, dynamic: true },
    ];
  }

  #addOutput(call: Omit<Call, 'arguments'>, output: object): readonly object[] {
    const { callId: toolCallId, byProvider: providerExecuted } = call;
    return [
      ...this.#knownCall(call),
      { type: 'tool-output-available', toolCallId, ...output, providerExecuted, dynamic: true },
    ];
  }

  /** Adds a call that the previous run made and the resumed run answers. */
  #knownCall(call: Omit<Call, 'arguments'>): readonly object[] {
    return this.#addCall({ ...call, arguments: '' });
  }

  #encodeEnd({ status, output, errors, finishReason }: RunResult): readonly object[] {
    if (status === 'error') return [this.#error(errors.at(-1) ?? '')];
    if (status === 'aborted') return [{ type: 'abort' }];
    const data = output === undefined ? [] : [{ type: 'data-output', data: output }];
    const reason = status === 'completed' ? answerReason(finishReason) : finishReasonOf(status);
    return [...data, { type: 'finish', finishReason: reason, messageMetadata: { status } }];
  }

  #error(message: string): object {
    return { type: 'error', errorText: this.#showError?.(message) ?? MASKED.run };
  }
}

interface Call {
  readonly callId: string;
  readonly name: string;
  readonly arguments: string;
  readonly byProvider?: true;
}

/** Returns a finish reason that the protocol allows; providers may have their own. */
function answerReason(reason: RunResult['finishReason']): string {
  if (reason === undefined || reason === 'tool-calls') return 'stop';
  return reason === 'stop' || reason === 'length' || reason === 'content-filter' ? reason : 'other';
}

function finishReasonOf(status: RunResult['status']): string {
  return status === 'paused' ? 'tool-calls' : 'other';
}
