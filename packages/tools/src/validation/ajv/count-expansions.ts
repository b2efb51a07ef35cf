import type { JsonSchema } from '@toolwright/contract';
import { referencesIn } from '@toolwright/json-schema';

/**
 * Returns the number of schemas that a validator without memoization may try for one value, with all references expanded, up to `limit`.
 * Counts a recursive reference once. Takes time linear in the size of the schema.
 */
export function countExpansions(schema: JsonSchema, limit: number): number {
  const { $defs = {}, ...root } = schema;
  const definitions = new Map<string, JsonSchema>(
    Object.entries($defs).map(([name, one]) => [`#/$defs/${name}`, one]),
  );
  const counts = new Map<string, number>();
  const entered = new Set<string>();
  const countOf = (references: readonly string[]): number =>
    references.reduce((sum, one) => Math.min(limit, sum + (counts.get(one) ?? 1)), 1);
  for (const start of definitions.keys()) {
    const open = [start];
    for (let name = open.at(-1); name !== undefined; name = open.at(-1)) {
      const references = counts.has(name) ? [] : referencesIn(definitions.get(name) ?? {});
      const unknown = entered.has(name)
        ? []
        : references.filter((one) => definitions.has(one) && !entered.has(one));
      entered.add(name);
      if (unknown.length > 0) for (const one of unknown) open.push(one);
      else {
        if (!counts.has(name)) counts.set(name, countOf(references));
        open.pop();
      }
    }
  }
  return countOf(referencesIn(root));
}
