import type { AgentEvent, RunInfo } from '@toolwright/contract';
import type { RunEntry } from '../../../src/protocol/studio-event.js';
import { isTimed } from '../../../src/timeline/span.js';
import type { MarkEvent, ModelStep, Step, ToolStep } from './step.js';

/** The steps of a run and its sub-runs. Entries are added in order, each in constant time. */
export class RunRecord {
  lastSequence = -1;
  /** The time of the latest entry. */
  lastAt = 0;
  readonly #runs = new Map<string, Branch>();
  readonly #order: Branch[] = [];
  readonly #calls = new Map<string, ToolStep>();

  /** Adds entries. Those up to the last known one are skipped. */
  add(entries: readonly RunEntry[]): void {
    for (const entry of entries) {
      if (entry.sequence <= this.lastSequence) continue;
      this.lastSequence = entry.sequence;
      this.lastAt = Math.max(this.lastAt, entry.at);
      this.#take(entry);
    }
  }

  /** Whether an entry belongs to this run or one of its sub-runs. */
  owns({ runId, parentRunId }: RunInfo, rootId: string): boolean {
    return (
      runId === rootId || this.#runs.has(runId) || (parentRunId !== undefined && this.#runs.has(parentRunId))
    );
  }

  /** All steps in order. Those of a sub-run follow the call that started it. */
  rows(): StepRow[] {
    const rows: StepRow[] = [];
    const children = this.children();
    const visited = new Set<Branch>();
    const visit = (branch: Branch, depth: number) => {
      if (visited.has(branch)) return;
      visited.add(branch);
      for (const step of branch.steps) {
        rows.push({ step, depth });
        if (step.kind !== 'tool' || depth >= DEEPEST) continue;
        for (const child of children.get(callKey(branch.run.runId, step.callId)) ?? [])
          visit(child, depth + 1);
      }
    };
    for (const branch of this.#order) if (this.#parentOf(branch) === undefined) visit(branch, 0);
    // Adds sub-runs whose call was not recorded.
    for (const branch of this.#order) visit(branch, 1);
    return rows;
  }

  /** The sub-runs by the call that started them. */
  children(): ReadonlyMap<string, readonly Branch[]> {
    const children = new Map<string, Branch[]>();
    for (const branch of this.#order) {
      const parent = this.#parentOf(branch);
      const siblings = parent === undefined ? undefined : children.get(parent);
      if (siblings !== undefined) siblings.push(branch);
      else if (parent !== undefined) children.set(parent, [branch]);
    }
    return children;
  }

  /** The run itself, followed by its sub-runs. */
  branches(): readonly Branch[] {
    return this.#order;
  }

  /** The index of a step's reply among the replies of its run; undefined without a reply. */
  replyNumber(step: ModelStep): number | undefined {
    const replies = this.#runs.get(step.run.runId)?.steps.filter(hasReply) ?? [];
    const index = replies.indexOf(step);
    return index === -1 ? undefined : index;
  }

  #parentOf({ run }: Branch): string | undefined {
    if (run.parentRunId === undefined || run.parentCallId === undefined) return undefined;
    const key = callKey(run.parentRunId, run.parentCallId);
    return this.#calls.has(key) ? key : undefined;
  }

  #branchOf(run: RunInfo): Branch {
    const known = this.#runs.get(run.runId);
    if (known !== undefined) return known;
    const branch: Branch = { run, steps: [], exchanges: new Map() };
    this.#runs.set(run.runId, branch);
    this.#order.push(branch);
    return branch;
  }

  #take(entry: RunEntry): void {
    const branch = this.#branchOf(entry.run);
    const { event, at } = entry;
    for (const step of branch.interrupted?.splice(0) ?? []) delete step.endedAt;
    switch (event.type) {
      case 'run-start':
        this.#resume(branch, at);
        branch.steps.push({ ...base(entry), kind: 'start', event, endedAt: at });
        return;
      case 'llm-call':
        startModel(branch, entry, { iteration: event.iteration, messages: event.messages });
        return;
      case 'text-delta':
        openModel(branch, entry).text.push(event.text);
        return;
      case 'reasoning-delta':
        openModel(branch, entry).reasoning.push(event.text);
        return;
      case 'message':
        if (event.message.role !== 'assistant') return;
        takeReply(branch.lastModel ?? startModel(branch, entry, {}), entry, event);
        return;
      case 'usage':
        noteUsage(branch.lastModel ?? startModel(branch, entry, {}), event);
        return;
      case 'wire-request': {
        const step = openModel(branch, entry);
        const exchange = { request: event, at };
        step.exchanges.push(exchange);
        branch.exchanges.set(event.exchange, { step, exchange });
        return;
      }
      case 'wire-reply': {
        const known = branch.exchanges.get(event.exchange);
        if (known === undefined) return;
        known.exchange.reply = event;
        if (known.step.endedAt !== undefined) known.step.endedAt = Math.max(known.step.endedAt, at);
        return;
      }
      case 'tool-call':
      case 'tool-progress':
      case 'tool-log':
      case 'tool-result':
        this.#takeCall(branch, entry);
        return;
      case 'approval-request':
        branch.steps.push({ ...base(entry), kind: 'approval', calls: event.calls });
        return;
      case 'run-end':
        endOpenSteps(branch, at);
        noteTimes(branch, at);
        branch.steps.push({ ...base(entry), kind: 'end', result: event.result, endedAt: at });
        return;
      case 'run-interrupted':
        branch.interrupted = endOpenSteps(branch, at);
        takeMark(branch, entry, event);
        return;
      default:
        takeMark(branch, entry, event);
    }
  }

  #resume(branch: Branch, at: number): void {
    for (const step of branch.steps) if (step.kind === 'approval') step.endedAt ??= at;
  }

  #takeCall(branch: Branch, entry: RunEntry): void {
    const { event, at } = entry;
    if (event.type === 'tool-call') {
      const step: ToolStep = {
        ...base(entry),
        kind: 'tool',
        callId: event.callId,
        name: event.name,
        arguments: event.arguments,
        byProvider: event.byProvider ?? false,
        logs: [],
      };
      branch.steps.push(step);
      this.#calls.set(callKey(entry.run.runId, event.callId), step);
      return;
    }
    if (event.type !== 'tool-progress' && event.type !== 'tool-log' && event.type !== 'tool-result') return;
    const step = this.#calls.get(callKey(entry.run.runId, event.callId));
    if (step === undefined) return;
    if (event.type === 'tool-progress') step.progress = event.progress;
    else if (event.type === 'tool-log') step.logs.push({ ...event, at });
    else {
      step.endedAt = at;
      step.outcome = event.outcome;
      if (event.durationMs >= 0) step.durationMs = event.durationMs;
      const note = event.denied ? 'denied' : event.early ? 'early' : event.repeated ? 'repeated' : undefined;
      if (note !== undefined) step.note = note;
    }
  }
}

/** The maximum depth of sub-runs, which only forged logs exceed. Deeper ones are shown without a parent. */
export const DEEPEST = 40;

export interface StepRow {
  readonly step: Step;
  readonly depth: number;
}

export interface Branch {
  readonly run: RunInfo;
  readonly steps: Step[];
  readonly exchanges: Map<
    string,
    { readonly step: ModelStep; readonly exchange: ModelStep['exchanges'][number] }
  >;
  lastModel?: ModelStep;
  /** The steps that an interruption has ended. They continue if the run does. */
  interrupted?: Step[];
}

function hasReply(step: Step): boolean {
  return step.kind === 'model' && step.message !== undefined;
}

/** A unique key for a call among all runs. */
export function callKey(runId: string, callId: string): string {
  return `${runId}\n${callId}`;
}

function base({ sequence, run, at }: RunEntry) {
  return { id: sequence, run, startedAt: at };
}

function startModel(
  branch: Branch,
  entry: RunEntry,
  about: Pick<ModelStep, 'iteration' | 'messages'>,
): ModelStep {
  // A failed request has no message that would end it.
  if (branch.lastModel !== undefined) branch.lastModel.endedAt ??= entry.at;
  const step: ModelStep = {
    ...base(entry),
    ...about,
    kind: 'model',
    text: [],
    reasoning: [],
    exchanges: [],
    retries: [],
  };
  branch.steps.push(step);
  branch.lastModel = step;
  return step;
}

/** The request in progress. A program without an agent loop reports none, so its first text starts one. */
function openModel(branch: Branch, entry: RunEntry): ModelStep {
  const last = branch.lastModel;
  return last !== undefined && last.endedAt === undefined ? last : startModel(branch, entry, {});
}

/** Sets the usage, which is reported before or after the message. */
function noteUsage(step: ModelStep, { usage, answeredBy }: Extract<AgentEvent, { type: 'usage' }>): void {
  step.usage = usage;
  const model = [answeredBy?.provider, answeredBy?.model].filter(Boolean).join('/');
  if (model !== '') step.answeredBy = model;
}

function takeReply(
  step: ModelStep,
  { at }: RunEntry,
  { message, finishReason, rawFinishReason = finishReason }: Extract<AgentEvent, { type: 'message' }>,
): void {
  step.endedAt ??= at;
  step.message = message;
  if (rawFinishReason !== undefined) step.finishReason = rawFinishReason;
}

function endOpenSteps(branch: Branch, at: number): Step[] {
  // When a paused run ends, its calls and the approval stay open.
  const isPaused = branch.steps.at(-1)?.kind === 'approval';
  const ended = branch.steps.filter((step) => {
    const waits = isPaused && (step.kind === 'approval' || step.kind === 'tool');
    return !waits && step.endedAt === undefined;
  });
  for (const step of ended) step.endedAt = at;
  return ended;
}

function noteTimes(branch: Branch, endedAt: number): void {
  const startedAt = branch.steps[0]?.startedAt ?? endedAt;
  for (const step of branch.steps) if (!isTimed(step, { startedAt, endedAt })) step.isMistimed = true;
}

function takeMark(branch: Branch, entry: RunEntry, event: MarkEvent): void {
  const open = branch.lastModel;
  if (event.type === 'retry' && open !== undefined && open.endedAt === undefined) open.retries.push(event);
  branch.steps.push({ ...base(entry), kind: 'mark', mark: event.type, event, endedAt: entry.at });
}
