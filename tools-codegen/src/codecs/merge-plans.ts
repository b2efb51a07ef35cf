import type { PlannedCodecs, PlannedDefinition } from './codec-plan.js';
import { describePlan, type PlanContent } from './plan-content.js';

/** A definition that stands for all that are equal to it. */
export interface MergedDefinition extends PlannedDefinition, PlanContent {
  /** The codecs in which it was found: its ids are theirs. */
  readonly codecs: PlannedCodecs;
}

interface Described extends MergedDefinition {
  /** Name and plan, without what the plan refers to. */
  readonly text: string;
}

/**
 * Merges the definitions to which plans refer, if names and plans are equal, also where these lead back to themselves. Argument types and
 * result types have definitions of their own, and so have types of files that were read at different times.
 * @returns Finds the merged definition of an id in some codecs.
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

/** All definitions that the codecs reach, in the order in which they are met. */
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
  // More are added on the way.
  for (const { codecs, refs } of found.values()) meet(codecs, refs);
  return found;
}

/** Gives equal definitions equal numbers: those with equal texts, until what they refer to tells some of them apart. */
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
  if (planned === undefined) throw new Error(`No plan of the definition ${id}.`);
  return planned;
}
