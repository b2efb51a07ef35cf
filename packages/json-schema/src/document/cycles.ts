import type { JsonSchema } from '@toolwright/contract';
import { schemasWithin } from './child-schemas.js';
import { findCircles } from './circles.js';
import { definitionName } from './references.js';

/** Returns all references in a schema, without following them. */
export function referencesIn(schema: JsonSchema): readonly string[] {
  return [...schemasWithin(schema)].flatMap((part) =>
    REFERENCES.map((keyword): unknown => Reflect.get(part, keyword)).filter((ref) => typeof ref === 'string'),
  );
}

const REFERENCES = ['$ref', '$dynamicRef', '$recursiveRef'];

/** Returns the names of the definitions that a schema directly refers to. */
export function definitionsIn(schema: JsonSchema): readonly string[] {
  return referencesIn(schema).flatMap(($ref) => definitionName($ref) ?? []);
}

/** Maps each recursive definition to the definitions on its cycles, including itself. Takes time linear in the size of the schema. */
export function findCycles({ $defs = {} }: JsonSchema): ReadonlyMap<string, ReadonlySet<string>> {
  const links = new Map(Object.entries($defs).map(([name, schema]) => [name, definitionsIn(schema)]));
  const groups = new Map<number, Set<string>>();
  for (const [name, circle] of findCircles(links)) {
    const known = groups.get(circle);
    if (known === undefined) groups.set(circle, new Set([name]));
    else known.add(name);
  }
  const circles = [...groups.values()].filter(
    ([first = '', ...others]) => others.length > 0 || links.get(first)?.includes(first),
  );
  return new Map(circles.flatMap((circle) => [...circle].map((name) => [name, circle] as const)));
}
