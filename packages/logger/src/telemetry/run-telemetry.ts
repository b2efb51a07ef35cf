import type { Attributes, Context, Span, Tracer } from '@opentelemetry/api';
import type { AgentEvent, RunInfo, RunResult, ToolCallEvent, ToolResultEvent } from '@toolwright/contract';
import { jsonText } from '../text/json-text.js';
import {
  answeredAttributes,
  finishAttributes,
  inputMessages,
  modelAttributes,
  outputMessages,
  redactAttributes,
  usageAttributes,
} from './attributes.js';
import type { Instruments } from './instruments.js';

type Api = typeof import('@opentelemetry/api');

export interface TelemetrySetup {
  readonly api: Api;
  readonly tracer: Tracer;
  readonly instruments: Instruments;
  readonly captureContent: boolean;
  /** Removes secrets from the attributes of spans. */
  readonly redact: (text: string) => string;
  readonly run: RunInfo;
}

interface OpenSpan {
  readonly span: Span;
  readonly context: Context;
  readonly startedAt: number;
}

/** The spans of one run: its own span, and below it those of its requests and tool calls. */
export class RunTelemetry {
  readonly #setup: TelemetrySetup;
  readonly #agent: OpenSpan;
  readonly #tools = new Map<string, OpenSpan & { readonly name: string }>();
  readonly #model: Attributes;
  #request: OpenSpan | undefined;
  #awaitsChunk = false;

  /** @param parent the context in which the run was started */
  constructor(setup: TelemetrySetup, parent: Context) {
    const { agent, runId } = setup.run;
    this.#setup = setup;
    this.#model = modelAttributes(setup.run);
    this.#agent = this.#open(`invoke_agent ${agent}`, 'INTERNAL', parent, {
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.agent.name': agent,
      'toolwright.run.id': runId,
      ...this.#model,
    });
  }

  /** Returns the context for work that a call starts. If `callId` is undefined, returns the context for work that the request starts. */
  contextOf(callId: string | undefined): Context {
    const open = callId === undefined ? this.#request : this.#tools.get(callId);
    return (open ?? this.#agent).context;
  }

  note(event: AgentEvent): void {
    switch (event.type) {
      case 'run-start':
        if (this.#setup.captureContent)
          this.#set(this.#agent, inputMessages(event.input, this.#setup.redact));
        return;
      case 'llm-call':
        this.#beginRequest();
        return;
      case 'text-delta':
      case 'reasoning-delta':
        this.#noteChunk();
        return;
      case 'usage':
        this.#noteUsage(event);
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
        this.#end(event.result);
        return;
      case 'retry':
        this.#addEvent(this.#request ?? this.#agent, 'toolwright.retry', {
          attempt: event.attempt,
          delay_ms: event.delayMs,
          reason: event.reason,
        });
        return;
      case 'fallback':
        this.#addEvent(this.#request ?? this.#agent, 'toolwright.fallback', {
          from: event.from,
          to: event.to,
          reason: event.reason,
        });
        return;
      case 'handoff':
        this.#addEvent(this.#agent, 'toolwright.handoff', { from: event.from, to: event.to });
        return;
      case 'approval-request':
        this.#addEvent(this.#agent, 'toolwright.approval_request', {
          tools: event.calls.map(({ name }) => name),
        });
        return;
      case 'policy':
        this.#addEvent(this.#agent, 'toolwright.policy', {
          policy: event.policy,
          hook: event.hook,
          action: event.action,
          ...(event.callId !== undefined && { 'gen_ai.tool.call.id': event.callId }),
          ...(this.#setup.captureContent && event.reason !== undefined && { reason: event.reason }),
        });
        return;
      case 'parse-error':
      case 'warning':
      case 'tool-progress':
      case 'history-compact':
        return;
      default:
        // The compiler reports an event type without a case. Events from a newer version are ignored.
        event satisfies never;
    }
  }

  #beginRequest(): void {
    this.#endRequest();
    const { model } = this.#setup.run;
    this.#request = this.#open(
      model === undefined ? 'chat' : `chat ${model}`,
      'CLIENT',
      this.#agent.context,
      {
        'gen_ai.operation.name': 'chat',
        ...this.#model,
      },
    );
    this.#awaitsChunk = true;
  }

  #noteChunk(): void {
    if (!this.#awaitsChunk || this.#request === undefined) return;
    this.#awaitsChunk = false;
    const seconds = secondsSince(this.#request.startedAt);
    this.#request.span.setAttributes({
      'gen_ai.request.stream': true,
      'gen_ai.response.time_to_first_chunk': seconds,
    });
    this.#setup.instruments.firstChunks.record(seconds, this.#requestLabels());
  }

  #noteUsage({ usage, answeredBy }: Extract<AgentEvent, { type: 'usage' }>): void {
    const answered = answeredBy === undefined ? {} : answeredAttributes(answeredBy);
    this.#request?.span.setAttributes({ ...usageAttributes(usage), ...answered });
    const { tokens } = this.#setup.instruments;
    const labels = { ...this.#requestLabels(), ...answered };
    tokens.record(usage.inputTokens, { ...labels, 'gen_ai.token.type': 'input' });
    tokens.record(usage.outputTokens, { ...labels, 'gen_ai.token.type': 'output' });
  }

  #noteMessage(event: Extract<AgentEvent, { type: 'message' }>): void {
    const { message } = event;
    if (message.role !== 'assistant') return;
    const content = this.#setup.captureContent ? outputMessages(event, message, this.#setup.redact) : {};
    this.#set(this.#request, { ...finishAttributes(event), ...content });
    if (this.#setup.captureContent) this.#set(this.#agent, content);
    this.#endRequest();
  }

  #beginTool({ callId, name, arguments: text, byProvider }: ToolCallEvent): void {
    // Provider calls are part of the provider's answer, which continues after them.
    if (!byProvider) this.#endRequest();
    const { context } = this.#request ?? this.#agent;
    const open = this.#open(`execute_tool ${name}`, 'INTERNAL', context, {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': name,
      'gen_ai.tool.type': 'function',
      'gen_ai.tool.call.id': callId,
      ...(this.#setup.captureContent && { 'gen_ai.tool.call.arguments': text }),
    });
    this.#tools.set(callId, { ...open, name });
  }

  #endTool({ callId, name, outcome, durationMs, repeated, byProvider }: ToolResultEvent): void {
    const open = this.#tools.get(callId);
    this.#tools.delete(callId);
    const failed = outcome.error !== null;
    if (this.#setup.captureContent && !failed)
      this.#set(open, { 'gen_ai.tool.call.result': jsonText(outcome.result) });
    if (repeated) open?.span.setAttribute('toolwright.tool.repeated', true);
    if (byProvider) open?.span.setAttribute('toolwright.tool.by_provider', true);
    if (open !== undefined) this.#close(open, failed ? TOOL_ERROR : undefined, outcome.error ?? '');
    // The provider does not report the duration of its calls.
    if (byProvider) return;
    this.#setup.instruments.tools.record(durationMs / 1_000, {
      'gen_ai.tool.name': name,
      'gen_ai.tool.type': 'function',
      'gen_ai.agent.name': this.#setup.run.agent,
      ...(failed && { 'error.type': TOOL_ERROR }),
    });
  }

  #end(result: RunResult): void {
    const { status, limit, stoppedBy, errors, errorCode, iteration, toolCalls, usage } = result;
    const failure = FAILED.has(status)
      ? status === 'aborted'
        ? 'aborted'
        : (errorCode ?? '_OTHER')
      : undefined;
    const reason = errors.at(-1) ?? status;
    this.#endRequest(failure, reason);
    for (const open of this.#tools.values()) this.#close(open, failure, reason);
    this.#tools.clear();
    this.#agent.span.setAttributes({
      ...usageAttributes(usage),
      'toolwright.run.status': status,
      'toolwright.run.iterations': iteration,
      'toolwright.run.tool_calls': toolCalls.length,
      ...(limit !== undefined && { 'toolwright.run.limit': limit }),
      ...(stoppedBy !== undefined && { 'toolwright.run.stopped_by': stoppedBy }),
    });
    this.#close(this.#agent, failure, reason);
    this.#setup.instruments.runs.record(secondsSince(this.#agent.startedAt), {
      'gen_ai.agent.name': this.#setup.run.agent,
      ...('gen_ai.request.model' in this.#model && {
        'gen_ai.request.model': this.#model['gen_ai.request.model'],
      }),
      ...(failure !== undefined && { 'error.type': failure }),
    });
  }

  #endRequest(failure?: string, reason = ''): void {
    if (this.#request === undefined) return;
    const { startedAt } = this.#request;
    this.#close(this.#request, failure, reason);
    this.#request = undefined;
    const labels = { ...this.#requestLabels(), ...(failure !== undefined && { 'error.type': failure }) };
    this.#setup.instruments.requests.record(secondsSince(startedAt), labels);
  }

  #requestLabels(): Attributes {
    return { 'gen_ai.operation.name': 'chat', ...this.#model };
  }

  #open(name: string, kind: keyof Api['SpanKind'], parent: Context, attributes: Attributes): OpenSpan {
    const { api, tracer } = this.#setup;
    const { redact } = this.#setup;
    const given = { kind: api.SpanKind[kind], attributes: redactAttributes(attributes, redact) };
    const span = tracer.startSpan(redact(name), given, parent);
    return { span, context: api.trace.setSpan(parent, span), startedAt: performance.now() };
  }

  #set(open: OpenSpan | undefined, attributes: Attributes): void {
    open?.span.setAttributes(redactAttributes(attributes, this.#setup.redact));
  }

  #addEvent({ span }: OpenSpan, name: string, attributes: Attributes): void {
    span.addEvent(name, redactAttributes(attributes, this.#setup.redact));
  }

  #close({ span }: OpenSpan, failure: string | undefined, message: string): void {
    if (failure !== undefined) {
      span.setAttribute('error.type', failure);
      span.setStatus({ code: this.#setup.api.SpanStatusCode.ERROR, message: this.#setup.redact(message) });
    }
    span.end();
  }
}

/** The only error type, because tools describe their failures in words. */
const TOOL_ERROR = 'tool_error';

const FAILED: ReadonlySet<RunResult['status']> = new Set(['error', 'aborted']);

function secondsSince(startedAt: number): number {
  return (performance.now() - startedAt) / 1_000;
}
