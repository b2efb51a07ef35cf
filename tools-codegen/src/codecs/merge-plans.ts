import type { PlannedCodecs, PlannedDefinition } from './codec-plan.js';
import { describePlan, type PlanContent } from './plan-content.js';

/** A definition that replaces all equal definitions. */
export interface MergedDefinition extends PlannedDefinition, PlanContent {
  /** The codecs that contain the definition; ids in its plan refer to definitions of these codecs. */
  readonly codecs: PlannedCodecs;
}

interface Described extends MergedDefinition {
  /** The name and the plan, without references. */
  readonly text: string;
}

/**
 * Merges referenced definitions with equal names and plans, including recursive ones. Duplicates arise because arguments and results have
 * separate definitions, and because files are read at different times.
 * @returns A function that finds the merged definition for an id in the given codecs.
 */
export function mergePlans(
  all: readonly PlannedCodecs[],
): (codecs: PlannedCodecs, id: string) => MergedDefinition {
  const described = collect(all);
  const numbers = divide(described);
  const first = new Map<number | undefined, MergedDefinition>();
  for (const [definition, each] of described) {
    const number = numbers.get(definition);
    if (!first.has(number)) first.set(number, each);
  }
  return (codecs, id) => {
    const found = first.get(numbers.get(getPlanned(codecs, id)));
    if (found === undefined) throw new Error(`The definition ${id} was not merged.`);
    return found;
  };
}

/** Collects all definitions that the codecs reach, in the order of their references. */
function collect(all: readonly PlannedCodecs[]): ReadonlyMap<PlannedDefinition, Described> {
  const found = new Map<PlannedDefinition, Described>();
  const meet = (codecs: PlannedCodecs, refs: readonly string[]): void => {
    for (const id of refs) {
      const definition = getPlanned(codecs, id);
      if (found.has(definition)) continue;
      const { text, ...content } = describePlan(definition.plan);
      found.set(definition, { ...definition, ...content, codecs, text: `${definition.name} ${text}` });
    }
  };
  for (const codecs of all) meet(codecs, codecs.refs);
  // The loop also visits the entries that it adds.
  for (const { codecs, refs } of found.values()) meet(codecs, refs);
  return found;
}

/** Assigns the same number to equal definitions: groups them by text, then splits groups whose references differ. */
function divide(
  described: ReadonlyMap<PlannedDefinition, Described>,
): ReadonlyMap<PlannedDefinition, number> {
  let numbers: ReadonlyMap<PlannedDefinition, number> = new Map();
  for (let count = -1; ; ) {
    const byKey = new Map<string, number>();
    const next = new Map<PlannedDefinition, number>();
    for (const [definition, { codecs, refs, text }] of described) {
      const targets = refs.map((id) => numbers.get(getPlanned(codecs, id)));
      const key = count < 0 ? text : `${numbers.get(definition)} ${targets.join()}`;
      const number = byKey.get(key) ?? byKey.size;
      byKey.set(key, number);
      next.set(definition, number);
    }
    if (byKey.size === count) return numbers;
    count = byKey.size;
    numbers = next;
  }
}

function getPlanned({ definitions }: PlannedCodecs, id: string): PlannedDefinition {
  const planned = definitions[id];
  if (planned === undefined) throw new Error(`No plan for the definition ${id}.`);
  return planned;
}
