import { isJsonObject, type JsonValue } from '@toolwright/contract';
import type { Goal } from './goal.js';

/** Values that refute a goal, or the reason why none were found. */
export interface Examples {
  readonly examples: readonly JsonValue[];
  readonly reason: string;
}

/** Builds the examples of a refuted goal from the examples of its parts, which were refuted before it. */
export function findExamples(root: Goal): Examples {
  const needed = neededFor(root);
  for (const goal of needed) goal.examples = examplesOf(goal);
  const reason = needed.map((goal) => goal.reason).find((one) => one !== undefined);
  return { examples: root.examples, reason: reason ?? 'no example was found' };
}

/** Returns the goals that the examples depend on, in the order in which they were refuted. */
function neededFor(root: Goal): readonly Goal[] {
  const needed = new Set([root]);
  for (const goal of needed) for (const { goal: part } of causes(goal)) needed.add(part);
  return [...needed].sort((one, other) => (one.refuted ?? 0) - (other.refuted ?? 0));
}

/** The maximum number of refuted parts from which a goal takes its examples. */
export const MAX_CAUSES = 6;

function causes(goal: Goal): Goal['parts'] {
  const { refuted } = goal;
  if (refuted === undefined) return [];
  const before = goal.parts.filter(({ goal: part }) => part.refuted !== undefined && part.refuted < refuted);
  return before.slice(0, goal.needs === 'every' ? MAX_CAUSES : MAX_CHOICES);
}

const MAX_CHOICES = 60;
const MAX_EXAMPLES = 4;
const MAX_TRIED = 300;

function examplesOf(goal: Goal): readonly JsonValue[] {
  const lists = causes(goal).map(({ goal: part, embed }) =>
    part.examples
      .map((example) => (embed === undefined ? example : embed(example)))
      .filter((example) => example !== undefined),
  );
  const all = [...(goal.own?.() ?? []), ...lists.flat(), ...(goal.needs === 'some' ? joined(lists) : [])];
  const { check } = goal;
  if (check === undefined) return all.slice(0, MAX_TRIED);
  const found: JsonValue[] = [];
  for (const value of all.slice(0, MAX_TRIED)) {
    if (check(value)) found.push(value);
    if (found.length >= MAX_EXAMPLES) break;
  }
  return found;
}

/** Merges one refused object of each choice: `{ a: 1 }` and `{ b: 1 }` become `{ a: 1, b: 1 }`. */
function joined(lists: readonly (readonly JsonValue[])[]): readonly JsonValue[] {
  let all: readonly JsonValue[] = [];
  for (const list of lists) {
    const objects = list.filter(isJsonObject).slice(0, MAX_JOINED);
    if (objects.length === 0) continue;
    all =
      all.length === 0
        ? objects
        : all.flatMap((one) => objects.map((other) => join(one, other))).slice(0, MAX_TRIED);
  }
  return all;
}

const MAX_JOINED = 3;

function join(one: JsonValue, other: JsonValue): JsonValue {
  return isJsonObject(one) && isJsonObject(other)
    ? Object.fromEntries([...Object.entries(one), ...Object.entries(other)])
    : one;
}
