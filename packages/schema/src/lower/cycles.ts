import type { JsonSchema } from '@toolwright/contract';
import { pointerSegments } from '../json-pointer.js';

/** For each definition that contains itself, at any depth: the definitions on its circles, itself included. */
export function findCycles({ $defs = {} }: JsonSchema): ReadonlyMap<string, ReadonlySet<string>> {
  const direct = new Map(Object.entries($defs).map(([name, schema]) => [name, directReferences(schema)]));
  const reached = new Map([...direct.keys()].map((name) => [name, reach(name, direct)]));
  const cycles = new Map<string, ReadonlySet<string>>();
  for (const [name, others] of reached) {
    const circle = [...others].filter((other) => reached.get(other)?.has(name));
    if (circle.length > 0) cycles.set(name, new Set(circle));
  }
  return cycles;
}

/** The definition that a `$ref` names; undefined for other references. */
export function definitionName($ref: string): string | undefined {
  const [first, name, ...more] = pointerSegments($ref);
  return $ref.startsWith('#/') && first === '$defs' && more.length === 0 ? name : undefined;
}

/** The schemas directly inside a schema, definitions apart. */
export function childSchemas(schema: JsonSchema): readonly JsonSchema[] {
  const { properties = {}, patternProperties = {}, additionalProperties, items, propertyNames, not } = schema;
  const { prefixItems = [], anyOf = [], oneOf = [], allOf = [] } = schema;
  const single = [additionalProperties, items, propertyNames, not].filter(
    (child) => typeof child === 'object',
  );
  return [
    ...Object.values(properties),
    ...Object.values(patternProperties),
    ...prefixItems,
    ...anyOf,
    ...oneOf,
    ...allOf,
    ...single,
  ];
}

/** Names of the definitions that a schema refers to itself, without following them. */
export function directReferences(schema: JsonSchema): readonly string[] {
  const name = schema.$ref === undefined ? undefined : definitionName(schema.$ref);
  const inner = childSchemas(schema).flatMap(directReferences);
  return name === undefined ? inner : [name, ...inner];
}

function reach(start: string, direct: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  const reached = new Set<string>();
  const open = [start];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    for (const next of direct.get(name) ?? []) {
      if (reached.has(next)) continue;
      reached.add(next);
      open.push(next);
    }
  }
  return reached;
}
