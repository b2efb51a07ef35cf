import {
  type AgentEvent,
  errorMessage,
  isToolwrightError,
  type PendingCall,
  type RunResult,
  type ToolCallEvent,
  type ToolResultEvent,
} from '@toolwright/contract';
import { sha256 } from '@toolwright/json';
import { approvalIdOf } from '../approval/decision.js';
import {
  MASKED,
  OpenPart,
  type PartKind,
  type ShownOutput,
  shownValue,
  type UIEncoder,
  type UIStreamOptions,
} from './ui-encoder.js';

/** Encodes events for AG-UI. @see https://docs.ag-ui.com/concepts/events */
export class AgUiEncoder implements UIEncoder {
  readonly headers = {};
  readonly #ids: { readonly threadId: string; readonly runId: string };
  readonly #showError: UIStreamOptions['showError'];
  readonly #part: OpenPart;
  /** The calls that the page already has. If they were sent again, the page would append their arguments again. */
  readonly #calls = new Set<string>();
  /** Appended to the ids of calls. */
  #suffix = '';
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

  /** Replaces a single member of the state with `add` (RFC 6902). A snapshot would also replace the page's other members. */
  encodeOutput(output: ShownOutput): object {
    return { type: 'STATE_DELTA', delta: [{ op: 'add', path: '/partialOutput', value: output }] };
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
        for (const callId of event.resumed ?? []) this.#calls.add(callId);
        this.#suffix = event.runId === undefined ? '' : suffixOf(event.runId);
        return [{ type: 'RUN_STARTED', ...this.#ids }];
      case 'tool-call':
        return this.#encodeCall(event);
      case 'tool-progress': {
        const toolCallId = this.#toolCallId(event.callId);
        return [custom('tool-progress', { toolCallId, progress: shownValue(event.progress) })];
      }
      case 'tool-result':
        return [this.#encodeResult(event)];
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

  /** Adds text to the message. Skips empty chunks, which the protocol does not allow. */
  #addTo(kind: PartKind, delta: string): readonly object[] {
    const type = kind === 'text' ? 'TEXT_MESSAGE_CONTENT' : 'REASONING_MESSAGE_CONTENT';
    return delta === '' ? [] : this.#part.add(kind, (messageId) => ({ type, messageId, delta }));
  }

  #encodeCall({ callId, name, arguments: delta }: Call): readonly object[] {
    if (this.#calls.has(callId)) return [];
    this.#calls.add(callId);
    const toolCallId = this.#toolCallId(callId);
    return [
      { type: 'TOOL_CALL_START', toolCallId, toolCallName: name },
      ...(delta === '' ? [] : [{ type: 'TOOL_CALL_ARGS', toolCallId, delta }]),
      { type: 'TOOL_CALL_END', toolCallId },
    ];
  }

  /** Makes a call id unique in a conversation of many runs. Only short ids need this: some servers restart a counter in each reply. */
  #toolCallId(callId: string): string {
    return callId.length > MAX_COUNTED ? callId : `${callId}-${this.#suffix}`;
  }

  #encodeResult({ callId, outcome: { result, error }, denied }: ToolResultEvent): object {
    const toolCallId = this.#toolCallId(callId);
    // The person who reads this text wrote it.
    const shown =
      error === null
        ? shownValue(result)
        : { error: denied ? error : (this.#showError?.(error) ?? MASKED.tool) };
    const content = typeof shown === 'string' ? shown : JSON.stringify(shown);
    return { type: 'TOOL_CALL_RESULT', messageId: this.#part.newId(), toolCallId, content, role: 'tool' };
  }

  #encodeEnd({ status, output, errors, errorCode, paused }: RunResult): readonly object[] {
    if (status === 'error') return [this.#runError(errors.at(-1) ?? '', errorCode)];
    const end = { type: 'RUN_FINISHED', ...this.#ids };
    if (status === 'aborted') return [{ ...end, outcome: { type: 'cancelled' } }];
    if (status !== 'paused') return [{ ...end, result: { status, output }, outcome: { type: 'success' } }];
    const interrupts = this.#pending.map(({ callId, name, reason }) => ({
      id: approvalIdOf(paused?.runId, callId),
      toolCallId: this.#toolCallId(callId),
      reason: 'approval',
      message: reason ?? `May '${name}' be called?`,
      expiresAt: paused?.expiresAt,
      responseSchema: DECISION,
    }));
    // The calls of sub-agents and calls that have not been executed yet were not sent before.
    const calls = this.#pending.flatMap((call) => this.#encodeCall(call));
    return [...calls, { ...end, outcome: { type: 'interrupt', interrupts } }];
  }

  #runError(message: string, code: string | undefined): object {
    return { type: 'RUN_ERROR', message: this.#showError?.(message) ?? MASKED.run, code };
  }
}

/** The events that close the open part of the message. */
const CLOSING: ReadonlySet<AgentEvent['type']> = new Set(['llm-call', 'tool-call', 'tool-result', 'run-end']);

/** The maximum length of an id that may come from a counter. */
const MAX_COUNTED = 20;

type Call = Pick<ToolCallEvent, 'callId' | 'name' | 'arguments'>;

/** The schema of the answer to an interrupt, which is an `ApprovalDecision`. */
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

/** Returns the same suffix for a run and its resumption. Providers accept ids of at most 40 letters, digits, `_` and `-`. */
function suffixOf(runId: string): string {
  return sha256(runId).slice(0, 12);
}

function custom(name: string, value: object): object {
  return { type: 'CUSTOM', name, value };
}
