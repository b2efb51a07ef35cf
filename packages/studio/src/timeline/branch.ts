import type { AgentEvent, RunInfo } from '@toolwright/contract';
import type { RunEntry } from '../protocol/studio-event.js';
import { isTimed } from './span.js';
import type { Exchange, MarkEvent, ModelStep, Step, ToolStep } from './step.js';

/** How deep calls that tools make can be nested. Only forged logs exceed it; deeper calls have no parent. */
export const DEEPEST_CALL = 8;

/** One run of a record, and its steps. */
export class Branch {
  /** The run as described by its first entry. */
  readonly run: RunInfo;
  readonly first: RunEntry;
  latest: RunEntry;
  readonly steps: Step[] = [];
  readonly calls = new Map<string, ToolStep>();
  /** The steps in progress. */
  readonly #open = new Set<Step>();
  readonly #exchanges = new Map<string, { readonly step: ModelStep; readonly exchange: Exchange }>();
  /** For each call, the number of calls above it, and after which start of the run it was made. */
  readonly #places = new Map<ToolStep, { readonly level: number; readonly start: number }>();
  /** The run starts again after each pause. */
  #starts = 0;
  #model: ModelStep | undefined;
  /** The steps that an interruption has ended. They continue if the run continues. */
  #interrupted: Step[] = [];

  constructor(first: RunEntry) {
    this.run = first.run;
    this.first = first;
    this.latest = first;
  }

  /** Ends the steps that an event of their run completes, and reopens those that only an interruption had ended. */
  endSteps({ event, at }: RunEntry): void {
    for (const step of this.#interrupted) {
      delete step.endedAt;
      this.#open.add(step);
    }
    this.#interrupted = [];
    if (event.type === 'run-start')
      for (const step of this.#open) if (step.kind === 'approval') this.#end(step, at);
    if (event.type === 'run-interrupted') this.#interrupted = this.#endOpen(at);
    if (event.type !== 'run-end') return;
    this.#endOpen(at);
    const startedAt = this.steps[0]?.startedAt ?? at;
    for (const step of this.steps) if (!isTimed(step, { startedAt, endedAt: at })) step.isMistimed = true;
  }

  /** Adds an entry in constant time, without applying its event to earlier steps. */
  take(entry: RunEntry): void {
    const { event, at } = entry;
    this.latest = entry;
    switch (event.type) {
      case 'run-start':
        this.#starts += 1;
        this.steps.push({ ...base(entry), kind: 'start', event, endedAt: at });
        return;
      case 'llm-call':
        this.#startModel(entry, { iteration: event.iteration, messages: event.messages });
        return;
      case 'text-delta':
        this.#openModel(entry).text.push(event.text);
        return;
      case 'reasoning-delta':
        this.#openModel(entry).reasoning.push(event.text);
        return;
      case 'message':
        this.#takeReply(entry, event);
        return;
      case 'usage':
        noteUsage(this.#model ?? this.#startModel(entry), event);
        return;
      case 'wire-request': {
        const step = this.#openModel(entry);
        const exchange: Exchange = { request: event, at };
        step.exchanges.push(exchange);
        this.#exchanges.set(event.exchange, { step, exchange });
        return;
      }
      case 'wire-reply': {
        const known = this.#exchanges.get(event.exchange);
        if (known === undefined) return;
        known.exchange.reply = event;
        if (known.step.endedAt !== undefined) known.step.endedAt = Math.max(known.step.endedAt, at);
        return;
      }
      case 'tool-call':
        this.#beginCall(entry, event);
        return;
      case 'tool-progress':
        this.calls.get(event.callId)?.progress.push({ at, value: event.progress });
        return;
      case 'tool-log':
        this.calls.get(event.callId)?.logs.push({ ...event, at });
        return;
      case 'tool-result':
        this.#endCall(entry, event);
        return;
      case 'approval-request':
        this.#begin({ ...base(entry), kind: 'approval', calls: event.calls });
        return;
      case 'run-end':
        this.steps.push({
          ...base(entry),
          kind: 'end',
          result: event.result,
          endedAt: at,
          ...reportOf(entry),
        });
        return;
      default:
        this.#takeMark(entry, event);
    }
  }

  #begin<Begun extends Step>(step: Begun): Begun {
    this.steps.push(step);
    this.#open.add(step);
    return step;
  }

  #end(step: Step, at: number): void {
    step.endedAt ??= at;
    this.#open.delete(step);
  }

  #endOpen(at: number): Step[] {
    // When a run ends as paused, its calls and the approval stay open.
    const isPaused = this.steps.at(-1)?.kind === 'approval';
    const ended = [...this.#open].filter(({ kind }) => !isPaused || (kind !== 'approval' && kind !== 'tool'));
    for (const step of ended) this.#end(step, at);
    return ended;
  }

  #startModel(entry: RunEntry, about: Pick<ModelStep, 'iteration' | 'messages'> = {}): ModelStep {
    // A failed request has no message that would end its step.
    if (this.#model !== undefined) this.#end(this.#model, entry.at);
    this.#model = this.#begin<ModelStep>({
      ...{ ...base(entry), ...about, kind: 'model' },
      ...{ text: [], reasoning: [], exchanges: [], retries: [] },
    });
    return this.#model;
  }

  /** Returns the request in progress. A program without an agent loop reports no requests, so its first text starts one. */
  #openModel(entry: RunEntry): ModelStep {
    const last = this.#model;
    return last !== undefined && last.endedAt === undefined ? last : this.#startModel(entry);
  }

  #takeReply(entry: RunEntry, event: Extract<AgentEvent, { type: 'message' }>): void {
    const { message, finishReason, rawFinishReason = finishReason } = event;
    if (message.role !== 'assistant') return;
    const step = this.#model ?? this.#startModel(entry);
    this.#end(step, entry.at);
    step.repliedAt = entry.at;
    // In a branch, the reply can be an edited one.
    if (!entry.replayed) delete step.replayed;
    step.message = message;
    if (finishReason !== undefined) step.finishReason = finishReason;
    if (rawFinishReason !== undefined) step.rawFinishReason = rawFinishReason;
  }

  #beginCall(
    entry: RunEntry,
    {
      callId,
      name,
      arguments: text,
      tags,
      byProvider,
      parentCallId,
    }: Omit<Extract<AgentEvent, { type: 'tool-call' }>, 'type'>,
  ): ToolStep {
    const known = this.calls.get(callId);
    // A program that waited is executed again, and its call is reported again.
    if (known !== undefined && known.outcome === undefined && this.#isEarlier(known)) return known;
    const parent = parentCallId === undefined ? undefined : this.calls.get(parentCallId);
    const level = parent === undefined ? 0 : (this.#places.get(parent)?.level ?? 0) + 1;
    const step = this.#begin<ToolStep>({
      ...{ ...base(entry), kind: 'tool', callId, name, arguments: text, inner: [], logs: [], progress: [] },
      ...(parent !== undefined && level <= DEEPEST_CALL && { parent }),
      ...(tags !== undefined && { tags }),
      ...(byProvider && { byProvider }),
    });
    step.parent?.inner.push(step);
    this.#places.set(step, { level: step.parent === undefined ? 0 : level, start: this.#starts });
    this.calls.set(callId, step);
    return step;
  }

  /** Whether a call was made before the run started again. */
  #isEarlier(call: ToolStep): boolean {
    return (this.#places.get(call)?.start ?? 0) < this.#starts;
  }

  #endCall(entry: RunEntry, event: Extract<AgentEvent, { type: 'tool-result' }>): void {
    const { callId, outcome, durationMs, repeated, early, denied, byProvider } = event;
    const step = this.calls.get(callId) ?? this.#beginCall(entry, { ...event, arguments: '' });
    this.#end(step, entry.at);
    step.endedAt = entry.at;
    if (!entry.replayed) delete step.replayed;
    step.outcome = outcome;
    if (entry.thrown !== undefined) step.thrown = entry.thrown;
    if (durationMs >= 0) step.durationMs = durationMs; // a log can contain any number
    Object.assign(step, { ...(repeated && { repeated }), ...(early && { early }) });
    Object.assign(step, { ...(denied && { denied }), ...(byProvider && { byProvider }) });
  }

  #takeMark(entry: RunEntry, event: MarkEvent): void {
    const { at } = entry;
    const model = this.#model;
    const isOpen = model !== undefined && this.#open.has(model);
    if (event.type === 'retry' && isOpen) model.retries.push({ ...event, at });
    this.steps.push({
      ...base(entry),
      kind: 'mark',
      mark: event.type,
      event,
      endedAt: at,
      ...reportOf(entry),
    });
  }
}

function reportOf({ thrown }: RunEntry): Pick<RunEntry, 'thrown'> {
  return thrown === undefined ? {} : { thrown };
}

function base({ sequence, run, at, replayed }: RunEntry) {
  return { id: sequence, run, startedAt: at, ...(replayed && { replayed }) };
}

/** Sets the usage, which may be reported before or after the message. */
function noteUsage(step: ModelStep, { usage, answeredBy }: Extract<AgentEvent, { type: 'usage' }>): void {
  step.usage = usage;
  const model = [answeredBy?.provider, answeredBy?.model].filter(Boolean).join('/');
  if (model !== '') step.answeredBy = model;
}
