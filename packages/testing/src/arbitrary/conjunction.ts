import type { JsonSchema, JsonType } from '@toolwright/contract';
import { findTarget } from '@toolwright/json-schema';

/** Schemas that all apply to one value, without references and `allOf`. */
export type Conjunction = readonly JsonSchema[];

const MAX_HOPS = 200;

/** Collects the schemas that apply to a value: the schema, the targets of its references and the parts of its `allOf`. */
export function conjunctionOf(schemas: readonly (JsonSchema | boolean)[], root: JsonSchema): Conjunction {
  const found = new Set<JsonSchema>();
  const open = [...schemas];
  for (let hops = 0; open.length > 0 && hops < MAX_HOPS; hops++) {
    const schema = open.pop();
    if (schema === true || schema === undefined) continue;
    if (schema === false) return [NEVER];
    if (found.has(schema)) continue;
    found.add(schema);
    const target = schema.$ref === undefined ? undefined : findTarget(schema.$ref, root);
    if (target !== undefined) open.push(target);
    for (const part of schema.allOf ?? []) open.push(part);
  }
  return [...found];
}

/** A schema that no value fits. */
const NEVER: JsonSchema = { not: {} };

const TYPES: readonly JsonType[] = ['string', 'number', 'boolean', 'null', 'object', 'array'];

/** Returns the types that all schemas accept, without `integer`, which is a `number` with a constraint; see {@link isWhole}. */
export function typesOf(all: Conjunction): readonly JsonType[] {
  if (all.includes(NEVER)) return [];
  return TYPES.filter((type) =>
    all.every(({ type: given }) => {
      if (given === undefined) return true;
      const types: readonly JsonType[] = [given].flat();
      return types.includes(type) || (type === 'number' && types.includes('integer'));
    }),
  );
}

/** Whether numbers must be integers. */
export function isWhole(all: Conjunction): boolean {
  return all.some(({ type }) => type !== undefined && ![type].flat().includes('number'));
}

/** Returns the schemas of a member: of `properties` and matching `patternProperties`, otherwise `additionalProperties`. */
export function memberSchemas(all: Conjunction, name: string): readonly (JsonSchema | boolean)[] {
  return all.flatMap(({ properties = {}, patternProperties = {}, additionalProperties }) => {
    const own = Object.hasOwn(properties, name) ? [properties[name] ?? true] : [];
    const matching = Object.entries(patternProperties).flatMap(([pattern, schema]) =>
      new RegExp(pattern, 'u').test(name) ? [schema] : [],
    );
    const known = [...own, ...matching];
    return known.length > 0 || additionalProperties === undefined ? known : [additionalProperties];
  });
}

/** Returns the schemas of an item. */
export function itemSchemas(all: Conjunction, index: number): readonly (JsonSchema | boolean)[] {
  return all.flatMap(({ prefixItems = [], items }) => {
    const own = prefixItems[index];
    return own ?? items ?? [];
  });
}
