import type { JsonSchema } from '@toolwright/contract';
import { resolveRef } from '@toolwright/schema';
import { isContainer } from '../json-types.js';

/**
 * Valid arguments with the schema's defaults put in for absent properties, at any depth outside unions. For tools whose only
 * source of defaults is the schema; methods have initializers. Never changes `value`: gives it back, or a copy.
 */
export function applyDefaults(value: unknown, schema: JsonSchema, root: JsonSchema): unknown {
  const target = resolveRef(schema, root);
  if (target === undefined || !isContainer(value)) return value;
  if (Array.isArray(value)) {
    const items = target.items;
    return typeof items === 'object' ? value.map((item) => applyDefaults(item, items, root)) : value;
  }
  const properties = Object.entries(target.properties ?? {});
  if (properties.length === 0) return value;
  const members = new Map<string, unknown>(Object.entries(value));
  for (const [name, property] of properties) {
    const given = members.get(name);
    if (given !== undefined) members.set(name, applyDefaults(given, property, root));
    else if (property.default !== undefined) members.set(name, structuredClone(property.default));
  }
  return Object.fromEntries(members);
}
