import { getDefinition } from './definitions.js';
import { createReferences, type References, referencesIn } from './references.js';
import type { Definitions, TypeNode } from './type-node.js';

/**
 * Names the definitions that need an entry in `$defs`: recursive ones, those that are used several times, and some in long chains. Names
 * depend only on the order of references.
 */
export function nameSharedDefinitions(
  root: TypeNode,
  definitions: Definitions,
  references: References = createReferences(definitions),
): ReadonlyMap<string, string> {
  const { uses, apart } = walk(referencesIn(root), references);
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

interface Level {
  /** The number of enclosing definitions, each inlined into the next. */
  readonly nested: number;
  /** The references of this definition; `followed` counts those already followed. */
  readonly ids: readonly string[];
  followed: number;
}

/**
 * Follows all references, visiting each definition once, which reveals recursion. Uses a list instead of recursive calls, because chains
 * may be long.
 */
function walk(
  ids: readonly string[],
  references: References,
): { readonly uses: ReadonlyMap<string, number>; readonly apart: ReadonlySet<string> } {
  const uses = new Map<string, number>();
  const apart = new Set<string>();
  const levels: Level[] = [{ nested: 0, ids, followed: 0 }];
  for (let level = levels.at(-1); level !== undefined; level = levels.at(-1)) {
    const id = level.ids[level.followed];
    level.followed += 1;
    if (id === undefined) {
      levels.pop();
      continue;
    }
    const count = (uses.get(id) ?? 0) + 1;
    uses.set(id, count);
    const isDeep = level.nested === MAX_NESTED;
    if (isDeep) apart.add(id);
    if (count > 1) continue;
    levels.push({ nested: isDeep ? 1 : level.nested + 1, ids: references.direct(id), followed: 0 });
  }
  return { uses, apart };
}

/** Maximum depth of inlined definitions. Code that walks schemas is recursive; the stack suffices for hundreds of levels. */
const MAX_NESTED = 32;

function freeName(wanted: string, taken: ReadonlySet<string>): string {
  let name = wanted;
  for (let count = 2; taken.has(name); count += 1) name = `${wanted}${count}`;
  return name;
}
