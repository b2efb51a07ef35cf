import type { JsonSchema } from '@toolwright/contract';
import { setMember } from '@toolwright/json';
import { isContainer, resolveRef } from '@toolwright/json-schema';

/**
 * Inserts the schema's defaults for absent properties into valid arguments, at any depth outside unions. Only for handwritten tools;
 * methods have initializers instead. Returns `value` or a copy, and never modifies its input.
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
  const copy: Record<string, unknown> = { ...value };
  for (const [name, property] of properties) {
    const given = Object.hasOwn(copy, name) ? copy[name] : undefined;
    if (given !== undefined) setMember(copy, name, applyDefaults(given, property, root));
    else if (property.default !== undefined) setMember(copy, name, structuredClone(property.default));
  }
  return copy;
}
