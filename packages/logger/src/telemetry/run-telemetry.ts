import type { Attributes, Context } from '@opentelemetry/api';
import type {
  AgentEvent,
  LoggedRequest,
  RunInfo,
  RunResult,
  ToolCallEvent,
  ToolResultEvent,
} from '@toolwright/contract';
import { type ErrorReport, findErrorReport } from '../errors/error-report.js';
import { jsonText } from '../text/json-text.js';
import { finishAttributes, NO_REPLY, optionAttributes, usageAttributes } from './attributes.js';
import { historyMessages, inputMessages, outputMessages, setupAttributes } from './content.js';
import type { Instruments } from './instruments.js';
import { NAMES } from './names.js';
import { RequestTelemetry } from './request-telemetry.js';
import { type Failure, failureAttributes, type OpenSpan, type SpanWriter } from './span-writer.js';

export interface TelemetrySetup {
  readonly spans: SpanWriter;
  readonly instruments: Instruments;
  readonly captureContent: boolean;
  /** Removes secrets from content. */
  readonly redact: (text: string) => string;
  readonly run: RunInfo;
  readonly conversationId: string | undefined;
}

/** The spans of one run: its own span, and below it those of its requests and tool calls. */
export class RunTelemetry {
  readonly #setup: TelemetrySetup;
  readonly #agent: OpenSpan;
  readonly #tools = new Map<string, OpenSpan>();
  /** The attributes of the run's conversation. */
  readonly #conversation: Attributes;
  #request: RequestTelemetry | undefined;
  /** The request that the next `llm-call` event announces. */
  #announced: LoggedRequest | undefined;
  #descriptions: ReadonlyMap<string, string> = new Map();
  #finish: Attributes = {};
  #requests = 0;
  #toolCalls = 0;

  /** @param parent the context in which the run was started */
  constructor(setup: TelemetrySetup, parent: Context) {
    const { agent, runId, model } = setup.run;
    const { conversationId } = setup;
    this.#setup = setup;
    this.#conversation = conversationId === undefined ? {} : { [NAMES.conversation]: conversationId };
    this.#agent = setup.spans.open(`invoke_agent ${agent}`, 'INTERNAL', parent, {
      ...this.#runLabels(),
      ...(model !== undefined && { [NAMES.model]: model }),
      ...this.#conversation,
      'toolwright.run.id': runId,
    });
  }

  /** Returns the context for work that a call starts. If `callId` is undefined, returns the context for work that the request starts. */
  contextOf(callId: string | undefined): Context {
    const open = callId === undefined ? this.#request?.open : this.#tools.get(callId);
    return (open ?? this.#agent).context;
  }

  announce(request: LoggedRequest): void {
    this.#announced = request;
    this.#descriptions = new Map(request.tools.map(({ name, description }) => [name, description]));
    if (this.#requests > 0) return;
    const { description } = request;
    this.#setup.spans.set(this.#agent, {
      ...(description && { [NAMES.agentDescription]: description }),
      ...optionAttributes(request),
    });
    this.#setContent(this.#agent, (redact) => setupAttributes(request, redact));
  }

  note(event: AgentEvent): void {
    switch (event.type) {
      case 'run-start':
        this.#setContent(this.#agent, (redact) => inputMessages(event.input, redact));
        return;
      case 'llm-call':
        this.#beginRequest();
        return;
      case 'text-delta':
      case 'reasoning-delta':
        this.#request?.noteChunk();
        return;
      case 'usage':
        this.#request?.noteUsage(event.usage, event.answeredBy);
        return;
      case 'message':
        this.#noteMessage(event);
        return;
      case 'tool-call':
        this.#beginTool(event);
        return;
      case 'tool-result':
        this.#endTool(event);
        return;
      case 'run-end':
        this.#end(event.result, findErrorReport(event));
        return;
      case 'history-compact':
        this.#conversation[NAMES.compacted] = true;
        return;
      case 'retry':
        this.#addEvent(this.#request?.open, 'retry', {
          attempt: event.attempt,
          delay_ms: event.delayMs,
          reason: event.reason,
        });
        return;
      case 'fallback':
        this.#addEvent(this.#request?.open, 'fallback', {
          from: event.from,
          to: event.to,
          reason: event.reason,
        });
        return;
      case 'handoff':
        this.#addEvent(undefined, 'handoff', { from: event.from, to: event.to });
        return;
      case 'approval-request':
        this.#addEvent(undefined, 'approval_request', { tools: event.calls.map(({ name }) => name) });
        return;
      case 'policy':
        this.#addEvent(undefined, 'policy', {
          policy: event.policy,
          hook: event.hook,
          action: event.action,
          ...(event.callId !== undefined && { [NAMES.callId]: event.callId }),
          ...(this.#setup.captureContent && event.reason !== undefined && { reason: event.reason }),
        });
        return;
      case 'parse-error':
      case 'warning':
      case 'tool-progress':
        return;
      default:
        // The compiler reports an event type without a case. Events from a newer version are ignored.
        event satisfies never;
    }
  }

  #beginRequest(): void {
    this.#request?.end();
    this.#requests++;
    const request = this.#announced;
    this.#announced = undefined;
    const { spans, instruments, run } = this.#setup;
    const attributes = {
      ...this.#conversation,
      ...(request !== undefined && {
        ...(request.stream && { [NAMES.stream]: true }),
        ...optionAttributes(request),
      }),
    };
    const asked = request?.asked ?? run;
    this.#request = new RequestTelemetry(spans, instruments, {
      asked,
      parent: this.#agent.context,
      attributes,
    });
    if (request !== undefined)
      this.#setContent(this.#request.open, (redact) => ({
        ...setupAttributes(request, redact),
        ...historyMessages(request, redact),
      }));
  }

  #noteMessage(event: Extract<AgentEvent, { type: 'message' }>): void {
    const { message } = event;
    if (message.role !== 'assistant') return;
    const finish = finishAttributes(event);
    this.#request?.set(finish);
    for (const open of [this.#request?.open, this.#agent])
      this.#setContent(open, (redact) => outputMessages(event, message, redact));
    this.#finish = finish;
    this.#endRequest();
  }

  #beginTool({ callId, name, arguments: text, byProvider, parentCallId = '' }: ToolCallEvent): void {
    // Provider calls are part of the provider's answer, which continues after them.
    if (!byProvider) {
      this.#endRequest();
      this.#toolCalls++;
    }
    const { context } = this.#tools.get(parentCallId) ?? this.#request?.open ?? this.#agent;
    const description = this.#descriptions.get(name);
    const open = this.#setup.spans.open(`execute_tool ${name}`, 'INTERNAL', context, {
      [NAMES.operation]: 'execute_tool',
      ...this.#toolLabels(name),
      [NAMES.callId]: callId,
      ...(description && { [NAMES.toolDescription]: description }),
    });
    this.#setContent(open, (redact) => ({ [NAMES.callArguments]: redact(text) }));
    this.#tools.set(callId, open);
  }

  #endTool(event: ToolResultEvent): void {
    const { callId, name, outcome, durationMs, repeated, byProvider } = event;
    const { spans, instruments } = this.#setup;
    const open = this.#tools.get(callId);
    this.#tools.delete(callId);
    const report = findErrorReport(event);
    const failure = outcome.error === null ? undefined : { type: TOOL_ERROR, message: outcome.error, report };
    let seconds = durationMs / 1_000;
    if (open !== undefined) {
      spans.set(open, {
        ...(repeated && { 'toolwright.tool.repeated': true }),
        ...(byProvider && { 'toolwright.tool.by_provider': true }),
      });
      if (failure === undefined)
        this.#setContent(open, (redact) => ({ [NAMES.callResult]: redact(jsonText(outcome.result)) }));
      seconds = spans.close(open, failure);
    }
    // The provider does not report the duration of its calls.
    if (byProvider) return;
    instruments.tools.record(seconds, { ...this.#toolLabels(name), ...failureAttributes(failure) });
  }

  #end(result: RunResult, report: ErrorReport | undefined): void {
    const { status, limit, stoppedBy, iteration, toolCalls, usage } = result;
    const { spans, instruments } = this.#setup;
    const failure = failureOf(result);
    const ending = failure && { ...failure, report };
    if (failure !== undefined && this.#request !== undefined) this.#finish = NO_REPLY;
    this.#endRequest(failure);
    for (const open of this.#tools.values()) spans.close(open, failure);
    this.#tools.clear();
    const { inputTokens, outputTokens } = usage;
    spans.set(this.#agent, {
      ...usageAttributes({ inputTokens, outputTokens }),
      ...this.#finish,
      'toolwright.run.status': status,
      'toolwright.run.iterations': iteration,
      'toolwright.run.tool_calls': toolCalls.length,
      ...(limit !== undefined && { 'toolwright.run.limit': limit }),
      ...(stoppedBy !== undefined && { 'toolwright.run.stopped_by': stoppedBy }),
    });
    const seconds = spans.close(this.#agent, ending);
    const labels = this.#runLabels();
    instruments.runs.record(seconds, { ...labels, ...failureAttributes(failure) });
    instruments.inferenceCalls.record(this.#requests, labels);
    instruments.toolCalls.record(this.#toolCalls, labels);
  }

  #endRequest(failure?: Failure): void {
    this.#request?.end(failure);
    this.#request = undefined;
  }

  #runLabels(): Attributes {
    return { [NAMES.operation]: 'invoke_agent', [NAMES.agent]: this.#setup.run.agent };
  }

  #toolLabels(name: string): Attributes {
    return { [NAMES.tool]: name, [NAMES.toolType]: 'function', [NAMES.agent]: this.#setup.run.agent };
  }

  /** Sets attributes with content, if content is captured. */
  #setContent(open: OpenSpan | undefined, create: (redact: (text: string) => string) => Attributes): void {
    const { captureContent, redact, spans } = this.#setup;
    if (captureContent && open !== undefined) spans.setContent(open, create(redact));
  }

  #addEvent(open: OpenSpan | undefined, name: string, attributes: Attributes): void {
    this.#setup.spans.addEvent(open ?? this.#agent, `toolwright.${name}`, attributes);
  }
}

/** The only error type, because tools describe their failures in words. */
const TOOL_ERROR = 'tool_error';

function failureOf({ status, errors, errorCode }: RunResult): Failure | undefined {
  if (status !== 'error' && status !== 'aborted') return undefined;
  const type = status === 'aborted' ? 'aborted' : (errorCode ?? '_OTHER');
  return { type, message: errors.at(-1) ?? status };
}
