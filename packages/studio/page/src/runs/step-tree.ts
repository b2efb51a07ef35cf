import type { StepRow } from '../../../src/timeline/run-steps.js';
import type { Step } from '../../../src/timeline/step.js';
import { inputText, stepDuration } from './describe-step.js';

/** The steps that the list shows. */
export type StepFilter = 'all' | 'errors' | 'tools' | 'model';

/** A step that the list shows. */
export interface TreeLine extends StepRow {
  /** The number of steps below it that can be folded, such as those of a sub-agent; 0 if there are none. */
  readonly below: number;
  /** Set if the steps below are folded. */
  readonly folded?: FoldedTotals;
}

/** What a folded line still tells of the steps below it. */
export interface FoldedTotals {
  readonly calls: number;
  readonly errors: number;
  readonly tokens: number;
}

/** Whether a step has failed. */
export function isError(step: Step): boolean {
  switch (step.kind) {
    case 'tool':
      return step.outcome !== undefined && step.outcome.error !== null;
    case 'model':
      return step.endedAt !== undefined && step.message === undefined && step.text.length === 0;
    case 'end':
      return step.result.errors.length > 0;
    case 'mark':
      return step.mark === 'run-interrupted' || step.mark === 'parse-error';
    default:
      return false;
  }
}

/**
 * Returns for each row the index after the last row below it. Below a call are the runs that it started, below a reply its calls if there
 * are several. Takes linear time.
 */
export function foldEnds(rows: readonly StepRow[]): readonly number[] {
  const ends = rows.map((_, index) => index + 1);
  const open: number[] = [];
  const close = (depth: number, end: number) => {
    while (open.length > 0 && (rows[open.at(-1) ?? 0]?.depth ?? 0) >= depth) ends[open.pop() ?? 0] = end;
  };
  rows.forEach(({ depth }, index) => {
    close(depth, index);
    open.push(index);
  });
  close(0, rows.length);
  for (let index = 0; index < rows.length; index += 1) {
    const { step, depth } = rows[index] ?? {};
    if (step?.kind !== 'model') continue;
    let calls = 0;
    let end = index + 1;
    for (let next = end; rows[next]?.depth === depth; next = ends[next] ?? rows.length) {
      const { kind } = rows[next]?.step ?? {};
      if (kind !== 'tool' && kind !== 'mark') break;
      if (kind !== 'tool') continue;
      calls += 1;
      end = ends[next] ?? end;
    }
    if (calls > 1) ends[index] = end;
  }
  return ends;
}

interface TreeView {
  readonly filter: StepFilter;
  readonly search: string;
  /** The ids of the folded steps. */
  readonly folded: ReadonlySet<number>;
}

/** Returns the lines that the list shows. A filter or a search finds folded steps as well. */
export function treeLines(
  rows: readonly StepRow[],
  ends: readonly number[],
  { filter, search, folded }: TreeView,
): readonly TreeLine[] {
  const wanted = search.trim().toLowerCase();
  if (filter !== 'all' || wanted !== '') {
    return rows
      .filter(({ step }) => passes(step, filter) && (wanted === '' || textOf(step).includes(wanted)))
      .map((row) => ({ ...row, below: 0 }));
  }
  const lines: TreeLine[] = [];
  for (let index = 0; index < rows.length; ) {
    const row = rows[index];
    if (row === undefined) break;
    const end = ends[index] ?? index + 1;
    const below = end - index - 1;
    const isFolded = below > 0 && folded.has(row.step.id);
    lines.push({ ...row, below, ...(isFolded && { folded: totalsOf(rows.slice(index + 1, end)) }) });
    index = isFolded ? end : index + 1;
  }
  return lines;
}

/** Returns the steps above a step that can be folded, outermost first. */
export function ancestors(
  rows: readonly StepRow[],
  ends: readonly number[],
  index: number,
): readonly number[] {
  return rows
    .slice(0, Math.max(0, index))
    .flatMap(({ step }, at) => ((ends[at] ?? 0) > index ? step.id : []));
}

function passes(step: Step, filter: StepFilter): boolean {
  return (
    filter === 'all' ||
    (filter === 'errors' ? isError(step) : step.kind === (filter === 'tools' ? 'tool' : 'model'))
  );
}

function totalsOf(rows: readonly StepRow[]): FoldedTotals {
  const totals = { calls: 0, errors: 0, tokens: 0 };
  for (const { step } of rows) {
    if (step.kind === 'tool') totals.calls += 1;
    if (isError(step)) totals.errors += 1;
    if (step.kind === 'model')
      totals.tokens += (step.usage?.inputTokens ?? 0) + (step.usage?.outputTokens ?? 0);
  }
  return totals;
}

/** Returns the text of a step for a search, in lower case. */
function textOf(step: Step): string {
  try {
    return partsOf(step).join('\n').toLowerCase();
  } catch {
    return ''; // a damaged record
  }
}

function partsOf(step: Step): readonly unknown[] {
  switch (step.kind) {
    case 'start':
      return [step.run.agent, inputText(step.event.input)];
    case 'model': {
      const { message, text, reasoning, run, answeredBy } = step;
      const calls =
        message?.tool_calls?.flatMap((call) => [call.function.name, call.function.arguments]) ?? [];
      return [
        run.model,
        answeredBy,
        message?.content,
        message?.refusal,
        ...calls,
        text.join(''),
        reasoning.join(''),
      ];
    }
    case 'tool':
      return [
        ...[step.name, step.arguments, step.outcome?.error, JSON.stringify(step.outcome?.result)],
        ...step.logs.map(({ message }) => message),
      ];
    case 'approval':
      return step.calls.flatMap(({ name, arguments: text }) => [name, text]);
    case 'mark':
      return [JSON.stringify(step.event)];
    case 'end':
      return [step.result.status, step.result.finalResponse, ...step.result.errors];
    default:
      return step satisfies never;
  }
}

/** Where a step lies within its run, as fractions of the run's time. Undefined if its times are implausible or it takes no time. */
export function barOf(
  step: Step,
  { start, end }: { readonly start: number; readonly end: number },
  now: number,
): { readonly from: number; readonly length: number } | undefined {
  // A program that waits for a person is executed again, and reports the duration of the last time. Its calls are from all times.
  const duration =
    step.kind === 'tool' && step.inner.length > 0
      ? (step.endedAt ?? now) - step.startedAt
      : stepDuration(step, now);
  const whole = end - start;
  if (duration === undefined || duration < 0 || step.isMistimed || whole <= 0) return undefined;
  // The calls of a reply are reported together, so the start of each is computed from its duration.
  const from =
    step.endedAt === undefined ? step.startedAt : Math.max(step.startedAt, step.endedAt - duration);
  const share = Math.min(1, Math.max(0, (from - start) / whole));
  return { from: share, length: Math.min(1 - share, duration / whole) };
}
