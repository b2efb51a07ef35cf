import { contentText } from '@toolwright/contract';
import type { RunEntry } from '../protocol/studio-event.js';
import type { Branch } from './branch.js';
import { noteOf } from './note-of.js';
import { RunSteps } from './run-steps.js';
import { isTimed, type Span } from './span.js';
import type * as shared from './step.js';
import type { ModelStep, TimelineExchange, TimelineRun, TimelineStep, ToolStep } from './timeline.js';

/** The maximum depth of sub-runs. Deeper sub-runs only exist in forged logs and are shown at the top level. */
const MAX_DEPTH = 50;

/**
 * Builds run trees from a list of entries, in the order of the runs' first entries. A run whose parent is in the list is placed in the call
 * that started it. Takes linear time.
 */
export function timelineOf(entries: Iterable<RunEntry>): readonly TimelineRun[] {
  const record = new RunSteps();
  for (const entry of entries) record.branchOf(entry).take(entry);
  const nodes = new Map<string, Node>();
  const tops: Node[] = [];
  for (const branch of record.branches()) {
    const { runId, parentRunId } = branch.run;
    const found = parentRunId === undefined ? undefined : nodes.get(parentRunId);
    const parent = found !== undefined && found.depth < MAX_DEPTH ? found : undefined;
    const node: Node = { branch, depth: (parent?.depth ?? -1) + 1, runs: new Map() };
    nodes.set(runId, node);
    const call = record.callOf(branch);
    const siblings = parent === undefined ? tops : (parent.runs.get(call) ?? []);
    siblings.push(node);
    parent?.runs.set(call, siblings);
  }
  return tops.map(toRun);
}

interface Node {
  readonly branch: Branch;
  readonly depth: number;
  /** The sub-runs, by the call that started them if it was recorded. */
  readonly runs: Map<shared.ToolStep | undefined, Node[]>;
}

function toRun({ branch: { first, latest, steps }, runs }: Node): TimelineRun {
  const { runId, agent, model, parentCallId } = latest.run;
  const start = steps.findLast((step) => step.kind === 'start' && step.event.resumed === undefined);
  const last = steps.findLast(({ kind }) => kind === 'start' || kind === 'end');
  const end = last?.kind === 'end' ? last : undefined;
  const result = end?.result;
  const span: Span = { startedAt: first.at, endedAt: end?.endedAt };
  const runsOf = (call?: shared.ToolStep): TimelineRun[] => (runs.get(call) ?? []).map(toRun);
  return {
    runId,
    agent,
    ...(model !== undefined && { model }),
    ...(parentCallId !== undefined && { parentCallId }),
    input: start?.kind === 'start' ? start.event.input : '',
    status: result?.status ?? (latest.event.type === 'run-interrupted' ? 'interrupted' : 'running'),
    startedAt: span.startedAt,
    ...endOf(span, span),
    steps: toSteps(steps, span, runsOf),
    otherRuns: runsOf(),
    ...(result?.finalResponse && { answer: result.finalResponse }),
    errors: result?.errors ?? [],
    ...(result?.limit !== undefined && { limit: result.limit }),
    ...(result?.usage !== undefined && { usage: result.usage }),
    ...(result?.cost !== undefined && { cost: result.cost }),
  };
}

function toSteps(
  steps: readonly shared.Step[],
  run: Span,
  runsOf: (call: shared.ToolStep) => readonly TimelineRun[],
): readonly TimelineStep[] {
  let exchanges: TimelineExchange[] = [];
  return steps.flatMap((step): TimelineStep | readonly TimelineStep[] => {
    switch (step.kind) {
      case 'model': {
        const own = step.exchanges.map(({ request, reply }) => ({ request, ...(reply && { reply }) }));
        const { iteration, messages } = step;
        if (iteration !== undefined && messages !== undefined) {
          exchanges = own;
          return { ...toModelStep(step, run), iteration, messages, exchanges };
        }
        // A request that the run did not report, such as one for a summary, belongs to the previous request.
        exchanges.push(...own);
        return [];
      }
      case 'tool':
        return step.parent === undefined ? toToolStep(step, runsOf) : [];
      case 'approval':
      case 'mark': {
        const note = noteOf(step);
        return note === undefined
          ? []
          : { kind: 'note', sequence: step.id, startedAt: step.startedAt, ...note };
      }
      default:
        return [];
    }
  });
}

function toModelStep(
  step: shared.ModelStep,
  run: Span,
): Omit<ModelStep, 'iteration' | 'messages' | 'exchanges'> {
  const { id: sequence, startedAt, message, repliedAt: endedAt, finishReason, usage, retries } = step;
  return {
    ...{ kind: 'model', sequence, startedAt, ...endOf({ startedAt, endedAt }, run) },
    // The message replaces the streamed text.
    text: message === undefined ? step.text.join('') : contentText(message.content ?? ''),
    reasoning: message?.reasoning ?? step.reasoning.join(''),
    ...(finishReason !== undefined && { finishReason }),
    ...(usage !== undefined && { usage }),
    retries: retries.map(({ at, reason, delayMs }) => ({ at, reason, delayMs })),
  };
}

function toToolStep(
  step: shared.ToolStep,
  runsOf: (call: shared.ToolStep) => readonly TimelineRun[],
): ToolStep {
  const {
    id: sequence,
    run: _,
    isMistimed,
    parent,
    inner,
    logs,
    endedAt,
    outcome,
    durationMs = 0,
    ...same
  } = step;
  return {
    ...same,
    sequence,
    ...(parent !== undefined && { parentCallId: parent.callId }),
    runs: runsOf(step),
    calls: inner.map((call) => toToolStep(call, runsOf)),
    logs: logs.map(({ at, message, data }) => ({ at, message, ...(data !== undefined && { data }) })),
    ...(outcome !== undefined &&
      endedAt !== undefined && {
        // The calls of a reply are reported together, so the start of each is computed from its duration.
        startedAt: Math.max(step.startedAt, endedAt - durationMs),
        endedAt,
        outcome,
        ...(step.durationMs !== undefined && { durationMs }),
      }),
  };
}

function endOf(span: Span, run: Span): { readonly endedAt?: number; readonly durationMs?: number } {
  const { startedAt, endedAt } = span;
  if (endedAt === undefined) return {};
  return { endedAt, ...(isTimed(span, run) && { durationMs: endedAt - startedAt }) };
}
