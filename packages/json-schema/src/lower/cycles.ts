import type { JsonSchema } from '@toolwright/contract';
import { pointerSegments } from '@toolwright/json';

/** For each definition that contains itself, at any depth: the definitions on its circles, itself included. Linear in the schema. */
export function findCycles({ $defs = {} }: JsonSchema): ReadonlyMap<string, ReadonlySet<string>> {
  const direct = new Map(Object.entries($defs).map(([name, schema]) => [name, directReferences(schema)]));
  const back = new Map<string, string[]>();
  for (const [name, targets] of direct) {
    for (const target of targets) {
      const known = back.get(target);
      if (known === undefined) back.set(target, [name]);
      else known.push(name);
    }
  }
  const cycles = new Map<string, ReadonlySet<string>>();
  const placed = new Set<string>();
  for (const start of finished(direct).reverse()) {
    const circle = reach(start, back, placed);
    const isCircle = circle.size > 1 || direct.get(start)?.includes(start);
    if (isCircle) for (const name of circle) cycles.set(name, circle);
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

/** The definitions in the order in which a walk in depth is done with them (Kosaraju's first walk). */
function finished(direct: ReadonlyMap<string, readonly string[]>): string[] {
  const done: string[] = [];
  const seen = new Set<string>();
  for (const start of direct.keys()) {
    if (seen.has(start)) continue;
    seen.add(start);
    const open = [{ name: start, rest: [...(direct.get(start) ?? [])] }];
    for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
      const next = top.rest.pop();
      if (next === undefined) done.push(...open.splice(-1).map(({ name }) => name));
      else if (!seen.has(next)) {
        seen.add(next);
        open.push({ name: next, rest: [...(direct.get(next) ?? [])] });
      }
    }
  }
  return done;
}

/** What a definition reaches without those that were placed before; all of it is placed then. */
function reach(
  start: string,
  links: ReadonlyMap<string, readonly string[]>,
  placed: Set<string>,
): ReadonlySet<string> {
  const reached = new Set<string>();
  const open = [start];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (placed.has(name)) continue;
    placed.add(name);
    reached.add(name);
    open.push(...(links.get(name) ?? []));
  }
  return reached;
}
