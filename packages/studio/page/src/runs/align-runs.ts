import { diffArrays } from 'diff';
import type { StepRow } from '../../../src/timeline/run-steps.js';
import type { Step } from '../../../src/timeline/step.js';
import { noteOf } from './describe-step.js';

/** Two steps that are compared. One of them may be missing. */
export interface StepPair {
  readonly left?: StepRow;
  readonly right?: StepRow;
  readonly verdict: 'same' | 'changed' | 'left' | 'right';
}

/** The maximum number of differences. Beyond it, steps are paired in order. */
const MOST_DIFFERENCES = 2_000;

/** Aligns the steps of two runs. Pairs steps of the same kind and name, regardless of their content. */
export function alignRuns(left: readonly StepRow[], right: readonly StepRow[]): StepPair[] {
  const changes = diffArrays([...left], [...right], {
    comparator: (a, b) => a.depth === b.depth && nameOf(a.step) === nameOf(b.step),
    maxEditLength: MOST_DIFFERENCES,
  });
  if (changes === undefined) return zip(left, right);
  const pairs: StepPair[] = [];
  let leftAt = 0;
  let rightAt = 0;
  for (const { value, added, removed } of changes) {
    for (const _ of value) {
      if (removed) pairs.push(pair(left[leftAt++], undefined));
      else if (added) pairs.push(pair(undefined, right[rightAt++]));
      else pairs.push(pair(left[leftAt++], right[rightAt++]));
    }
  }
  return pairs;
}

/** Returns the identity of a step for alignment. */
function nameOf(step: Step): string {
  return step.kind === 'tool' ? `tool ${step.name}` : step.kind === 'mark' ? `mark ${step.mark}` : step.kind;
}

/** Returns the content of a step for comparison, without times, tokens and ids. */
export function contentOf(step: Step): string {
  switch (step.kind) {
    case 'start':
      return JSON.stringify(step.event.input);
    case 'model':
      return JSON.stringify(modelContent(step));
    case 'tool':
      return JSON.stringify([step.arguments, step.outcome, noteOf(step)]);
    case 'approval':
      return JSON.stringify(step.calls.map(({ name, arguments: text }) => [name, text]));
    case 'mark':
      return JSON.stringify(step.event);
    case 'end':
      return JSON.stringify([step.result.status, step.result.finalResponse, step.result.errors]);
    default:
      return step satisfies never;
  }
}

function modelContent({ message, text }: Extract<Step, { kind: 'model' }>): unknown {
  if (message === undefined) return text.join('');
  const calls = message.tool_calls?.map((call) => [call.function.name, call.function.arguments]);
  return [message.content, calls, message.refusal];
}

function pair(left: StepRow | undefined, right: StepRow | undefined): StepPair {
  if (left === undefined) return right === undefined ? { verdict: 'same' } : { right, verdict: 'right' };
  if (right === undefined) return { left, verdict: 'left' };
  return { left, right, verdict: contentOf(left.step) === contentOf(right.step) ? 'same' : 'changed' };
}

function zip(left: readonly StepRow[], right: readonly StepRow[]): StepPair[] {
  return Array.from({ length: Math.max(left.length, right.length) }, (_, index) =>
    pair(left[index], right[index]),
  );
}
