import { contentText, type RunInfo } from '@toolwright/contract';
import type { RunEntry, StudioEvent } from '../protocol/studio-event.js';
import { noteOf } from './note-of.js';
import { isTimed, type Span } from './span.js';
import type { ModelStep, NoteStep, TimelineExchange, TimelineRun, ToolStep } from './timeline.js';

type Open<Step> = { -readonly [Key in keyof Step]: Step[Key] };

interface OpenModel extends Omit<Open<ModelStep>, 'retries' | 'exchanges' | 'text' | 'reasoning'> {
  retries: ModelStep['retries'][number][];
  exchanges: Open<TimelineExchange>[];
  text: string[];
  reasoning: string[];
}

interface OpenTool extends Omit<Open<ToolStep>, 'progress' | 'logs' | 'runs'> {
  progress: ToolStep['progress'][number][];
  logs: ToolStep['logs'][number][];
  runs: RunBuilder[];
}

/** Builds the timeline of one run from its entries. Adding an entry takes constant time. */
export class RunBuilder {
  readonly #first: RunEntry;
  readonly #steps: (OpenModel | OpenTool | NoteStep)[] = [];
  readonly #calls = new Map<string, OpenTool>();
  readonly #exchanges = new Map<string, Open<TimelineExchange>>();
  readonly #others: RunBuilder[] = [];
  #run: RunInfo;
  #model: OpenModel | undefined;
  #input: TimelineRun['input'] = '';
  #end: Extract<StudioEvent, { type: 'run-end' }> | undefined;
  #endedAt: number | undefined;
  #isInterrupted = false;

  constructor(first: RunEntry) {
    this.#first = first;
    this.#run = first.run;
  }

  get run(): RunInfo {
    return this.#run;
  }

  /** Adds a run that a tool of this run has started. */
  addRun(child: RunBuilder): void {
    const { parentCallId } = child.run;
    const call = parentCallId === undefined ? undefined : this.#calls.get(parentCallId);
    (call?.runs ?? this.#others).push(child);
  }

  add({ sequence, at, run, event }: RunEntry): void {
    this.#run = run;
    this.#isInterrupted = event.type === 'run-interrupted';
    switch (event.type) {
      case 'run-start':
        if (event.resumed === undefined) this.#input = event.input;
        this.#end = undefined;
        this.#endedAt = undefined;
        return;
      case 'llm-call':
        this.#model = {
          ...{ kind: 'model', sequence, startedAt: at, iteration: event.iteration, messages: event.messages },
          ...{ text: [], reasoning: [], retries: [], exchanges: [] },
        };
        this.#steps.push(this.#model);
        return;
      case 'text-delta':
        this.#model?.text.push(event.text);
        return;
      case 'reasoning-delta':
        this.#model?.reasoning.push(event.text);
        return;
      case 'message':
        this.#endReply(event, at);
        return;
      case 'usage':
        if (this.#model !== undefined) this.#model.usage = event.usage;
        return;
      case 'retry': {
        const { reason, delayMs } = event;
        this.#model?.retries.push({ at, reason, delayMs });
        return;
      }
      case 'tool-call':
        this.#beginCall(event, sequence, at);
        return;
      case 'tool-progress':
        this.#calls.get(event.callId)?.progress.push({ at, value: event.progress });
        return;
      case 'tool-result':
        this.#endCall(event, sequence, at);
        return;
      case 'tool-log': {
        const { callId, message, data } = event;
        this.#calls.get(callId)?.logs.push({ at, message, ...(data !== undefined && { data }) });
        return;
      }
      case 'wire-request':
        this.#addRequest(event);
        return;
      case 'wire-reply': {
        const exchange = this.#exchanges.get(event.exchange);
        if (exchange !== undefined) exchange.reply = event;
        return;
      }
      case 'run-end':
        this.#end = event;
        this.#endedAt = at;
        return;
      default: {
        const note = noteOf(event);
        if (note !== undefined) this.#steps.push({ kind: 'note', sequence, startedAt: at, ...note });
      }
    }
  }

  build(): TimelineRun {
    const { runId, agent, model, parentCallId } = this.#run;
    const result = this.#end?.result;
    const span: Span = { startedAt: this.#first.at, endedAt: this.#endedAt };
    return {
      runId,
      agent,
      ...(model !== undefined && { model }),
      ...(parentCallId !== undefined && { parentCallId }),
      input: this.#input,
      status: result?.status ?? (this.#isInterrupted ? 'interrupted' : 'running'),
      startedAt: span.startedAt,
      ...(this.#endedAt !== undefined && { endedAt: this.#endedAt, ...durationOf(span, span) }),
      steps: this.#steps.map((step) => finish(step, span)),
      otherRuns: this.#others.map((other) => other.build()),
      ...(result?.finalResponse && { answer: result.finalResponse }),
      errors: result?.errors ?? [],
      ...(result?.limit !== undefined && { limit: result.limit }),
      ...(result?.usage !== undefined && { usage: result.usage }),
      ...(result?.cost !== undefined && { cost: result.cost }),
    };
  }

  #endReply({ message, finishReason }: Extract<StudioEvent, { type: 'message' }>, at: number): void {
    const model = this.#model;
    if (model === undefined || message.role !== 'assistant') return;
    model.endedAt = at;
    // The message replaces the streamed text.
    model.text = [message.content === null ? '' : contentText(message.content)];
    if (message.reasoning !== undefined) model.reasoning = [message.reasoning];
    if (finishReason !== undefined) model.finishReason = finishReason;
  }

  #beginCall(event: Extract<StudioEvent, { type: 'tool-call' }>, sequence: number, at: number): OpenTool {
    const { callId, name, arguments: text, byProvider } = event;
    const call: OpenTool = {
      ...{ kind: 'tool', callId, name, sequence, arguments: text, startedAt: at, progress: [] },
      ...{ logs: [], runs: [] },
      ...(byProvider && { byProvider }),
    };
    this.#calls.set(callId, call);
    this.#steps.push(call);
    return call;
  }

  #endCall(event: Extract<StudioEvent, { type: 'tool-result' }>, sequence: number, at: number): void {
    const { callId, name, outcome, durationMs, repeated, early, denied, byProvider } = event;
    const call =
      this.#calls.get(callId) ??
      this.#beginCall({ type: 'tool-call', callId, name, arguments: '' }, sequence, at);
    call.endedAt = at;
    if (durationMs >= 0) call.durationMs = durationMs; // a log may contain any number
    // The calls of a reply are reported together, so the start is computed from the duration.
    call.startedAt = Math.max(call.startedAt, at - Math.max(0, durationMs));
    call.outcome = outcome;
    Object.assign(call, { ...(repeated && { repeated }), ...(early && { early }) });
    Object.assign(call, { ...(denied && { denied }), ...(byProvider && { byProvider }) });
  }

  #addRequest(request: TimelineExchange['request']): void {
    const exchange: Open<TimelineExchange> = { request };
    this.#exchanges.set(request.exchange, exchange);
    this.#model?.exchanges.push(exchange);
  }
}

function finish(step: OpenModel | OpenTool | NoteStep, run: Span): ModelStep | ToolStep | NoteStep {
  if (step.kind === 'model') {
    const { text, reasoning } = step;
    return { ...step, ...durationOf(step, run), text: text.join(''), reasoning: reasoning.join('') };
  }
  return step.kind === 'tool' ? { ...step, runs: step.runs.map((run) => run.build()) } : step;
}

function durationOf(span: Span, run: Span): { readonly durationMs?: number } {
  const { startedAt, endedAt } = span;
  return endedAt !== undefined && isTimed(span, run) ? { durationMs: endedAt - startedAt } : {};
}
