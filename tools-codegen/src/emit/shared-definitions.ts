import type { Definitions, TypeNode } from '../ir.js';
import { getDefinition } from './definitions.js';
import { createReferences, type References, referencesIn } from './references.js';

/**
 * The definitions that need a place of their own in a schema, with their names there: the recursive ones, those used more than once,
 * and one in so many of a long chain. Names depend only on what is reachable, in the order in which it is reached.
 */
export function nameSharedDefinitions(
  root: TypeNode,
  definitions: Definitions,
  references: References = createReferences(definitions),
): ReadonlyMap<string, string> {
  const uses = new Map<string, number>();
  const apart = new Set<string>();
  const open = new Set<string>();

  const visit = (ids: readonly string[], nested: number): void => {
    for (const id of ids) {
      const count = (uses.get(id) ?? 0) + 1;
      uses.set(id, count);
      if (open.has(id) || nested === MAX_NESTED) apart.add(id);
      if (count > 1) continue;
      open.add(id);
      visit(references.direct(id), nested === MAX_NESTED ? 1 : nested + 1);
      open.delete(id);
    }
  };
  visit(referencesIn(root), 0);

  const names = new Map<string, string>();
  const taken = new Set<string>();
  for (const [id, count] of uses) {
    if (count < 2 && !apart.has(id)) continue;
    const name = freeName(getDefinition(definitions, id).name, taken);
    taken.add(name);
    names.set(id, name);
  }
  return names;
}

/** Definitions inside of each other. More than anybody reads; whatever walks through schemas is recursive, and has stack for hundreds. */
const MAX_NESTED = 32;

function freeName(wanted: string, taken: ReadonlySet<string>): string {
  let name = wanted;
  for (let count = 2; taken.has(name); count += 1) name = `${wanted}${count}`;
  return name;
}
