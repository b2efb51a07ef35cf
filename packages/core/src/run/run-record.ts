import type {
  AgentEvent,
  ErrorCode,
  LimitName,
  LLMResponse,
  Message,
  PausedRun,
  RunResult,
  RunStatus,
  ToolCallRecord,
} from '@toolwright/contract';
import type { PausedData } from '../approval/paused-run.js';
import { formatOutcome } from '../calls/format-outcome.js';
import type { Ledger } from '../limits/ledger.js';
import type { Memory } from '../memory/memory.js';
import type { Observation } from '../memory/observation.js';
import { sealMessage, sealOwn } from '../memory/seal-message.js';
import type { ParsedOutput } from '../output/parsed-output.js';
import type { Reply, ToolCallProtocol } from '../protocols/tool-call-protocol.js';
import { callbackFailed } from './run-failure.js';

const REPEATED = 'You have made this call before; it was not executed again. It gave:\n';

/** What a run has come to so far: its part of the conversation and all that its result tells. */
export class RunRecord {
  status: RunStatus = 'running';
  iteration = 0;
  /** A reply of the model has come, or tools have run: the run has something to lose. */
  hasBegun = false;
  finalResponse = '';
  output: ParsedOutput | undefined;
  readonly toolCalls: ToolCallRecord[] = [];
  readonly reasoningTrace: string[] = [];
  readonly errors: string[] = [];
  /** The limit that was reached. */
  limit: LimitName | undefined;
  paused: PausedRun | undefined;
  /** The agent that the conversation was handed over to last. */
  handedTo: string | undefined;
  /** A fork of the agent's memory. */
  readonly history: Memory;
  #errorCode: ErrorCode | undefined;
  #lastReply = '';
  /** What the model is to read of calls, by their ids. */
  readonly #written = new Map<string, string>();
  #unwritten: { readonly error: unknown } | undefined;
  #cutTold = false;
  readonly #ledger: Ledger;
  readonly #now: () => number;

  constructor(history: Memory, ledger: Ledger, now: () => number) {
    this.history = history;
    this.#ledger = ledger;
    this.#now = now;
  }

  /** Takes what a paused run had come to. */
  restore({ iteration, toolCalls, reasoningTrace, errors }: PausedData): void {
    this.iteration = iteration;
    this.hasBegun = true;
    this.toolCalls.push(...toolCalls);
    this.reasoningTrace.push(...reasoningTrace);
    this.errors.push(...errors);
  }

  add(given: Message): AgentEvent {
    const message = sealMessage(given);
    this.history.append([message]);
    return { type: 'message', message };
  }

  /** Adds a message of the user that is no question: it goes with the step that it follows. */
  addAside(content: string): AgentEvent {
    const message = sealOwn({ role: 'user' as const, content });
    this.history.appendAside(message);
    return { type: 'message', message };
  }

  /** Tells, once in the run, that the history was cut at its limit. */
  tellCut(): AgentEvent[] {
    const cut = this.history.takeCut();
    if (cut === undefined || this.#cutTold) return [];
    this.#cutTold = true;
    return [{ type: 'history-compact', ...cut }];
  }

  /**
   * Tells what a reply of the model was; only an answer joins the history here.
   * @param isAnswer false where a reply without calls has yet to prove to be one
   */
  addReply(response: LLMResponse, reply: Reply, isAnswer = true): AgentEvent[] {
    const events: AgentEvent[] = [];
    const { usage, finishReason } = response;
    this.#lastReply = reply.text || this.#lastReply;
    const reasoning = reply.reasoning ?? response.reasoning;
    if (usage !== undefined) events.push({ type: 'usage', usage });
    if (reasoning) {
      this.reasoningTrace.push(reasoning);
      this.#observe({ type: 'reasoning', content: reasoning });
    }
    if (reply.message !== undefined) {
      if (reply.calls.length === 0 && isAnswer) this.history.append([reply.message]);
      events.push({ type: 'message', message: reply.message, finishReason });
    }
    return events;
  }

  /** Adds the answer that the output was read from. */
  addOutput({ message }: Reply, output: ParsedOutput): void {
    this.output = output;
    if (message !== undefined) this.history.append([message]);
  }

  /** Writes what the model is to read of a call. Where the protocol cannot, the call is kept all the same: see {@link throwUnwritten}. */
  write(record: ToolCallRecord, protocol: ToolCallProtocol): string {
    let text: string;
    try {
      text = protocol.formatResult(record);
    } catch (thrown) {
      this.#unwritten ??= { error: callbackFailed(`The protocol '${protocol.name}'`, thrown) };
      text = formatOutcome(record.outcome);
    }
    this.#written.set(record.callId, text);
    return text;
  }

  /** @throws ToolwrightError `CALLBACK_FAILED` where a result could not be written */
  throwUnwritten(): void {
    if (this.#unwritten !== undefined) throw this.#unwritten.error;
  }

  /** Adds a reply's calls and all their results in one go, so that the history never holds one without the other. */
  addStep(reply: Reply, records: readonly ToolCallRecord[], protocol: ToolCallProtocol): AgentEvent[] {
    const messages: Message[] = reply.message === undefined ? [] : [reply.message];
    const events: AgentEvent[] = [];
    for (const [index, record] of records.entries()) {
      const { callId, name, outcome, durationMs } = record;
      const written = this.#written.get(callId) ?? this.write(record, protocol);
      this.#written.delete(callId);
      const text = (reply.calls[index]?.note ?? '') + (record.repeated ? REPEATED : '') + written;
      this.toolCalls.push(record);
      this.#observe({
        type: outcome.error === null ? 'tool' : 'error',
        content: text,
        toolName: name,
        metadata: { callId, arguments: record.arguments, durationMs },
      });
      const message = sealOwn({ role: 'tool' as const, tool_call_id: callId, content: text });
      messages.push(message);
      events.push({ type: 'message', message });
    }
    this.history.append(messages);
    return events;
  }

  /** Adds a call that the provider has made while it answered; what the model read of it is part of the answer. */
  addProviderCall(record: ToolCallRecord): AgentEvent[] {
    const { callId, name, arguments: text, outcome, durationMs } = record;
    this.toolCalls.push(record);
    this.#observe({
      type: outcome.error === null ? 'tool' : 'error',
      content: formatOutcome(outcome),
      toolName: name,
      metadata: { callId, arguments: text, durationMs },
    });
    const call = { callId, name, byProvider: true } as const;
    return [
      { type: 'tool-call', ...call, arguments: text },
      { type: 'tool-result', ...call, outcome, durationMs },
    ];
  }

  /** @param code of the failure that ends the run */
  addError(message: string, code?: ErrorCode): void {
    this.errors.push(message);
    this.#errorCode = code;
    this.#observe({ type: 'error', content: message });
  }

  toResult(runId: string): RunResult {
    const { status, limit, finalResponse, iteration, toolCalls, paused, reasoningTrace, errors } = this;
    const { usage, cost } = this.#ledger;
    return {
      runId,
      status,
      ...(this.handedTo !== undefined && { agent: this.handedTo }),
      ...(limit !== undefined && { limit }),
      finalResponse,
      ...(this.output && { output: this.output.value, outputWarnings: this.output.warnings }),
      iteration,
      toolCalls: Object.freeze([...toolCalls]),
      ...(paused !== undefined && { paused }),
      reasoningTrace,
      errors,
      ...(this.#errorCode !== undefined && { errorCode: this.#errorCode }),
      ...((status === 'error' || status === 'aborted') && this.#lastReply && { lastReply: this.#lastReply }),
      messages: Object.freeze([...this.history.added]),
      usage,
      ...(cost !== undefined && iteration > 0 && { cost }),
    };
  }

  #observe(observation: Omit<Observation, 'timestamp'>): void {
    this.history.observe({ ...observation, timestamp: Math.round(this.#now()) });
  }
}
