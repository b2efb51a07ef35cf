import type { JsonSchema } from '@toolwright/contract';
import { builtIns, wireForm } from '@toolwright/json-schema';
import { travelsAsPairs } from '../codecs/codec-shape.js';
import type { ArrayNode, CodecNode, ObjectNode, TupleNode, TypeNode } from '../ir/type-node.js';
import { type EmitNode, type SchemaDraft, setMember } from './schema-draft.js';

export function emitArray(node: ArrayNode, emit: EmitNode): SchemaDraft {
  const { items, minItems, maxItems, uniqueItems } = node;
  const schema: SchemaDraft = { type: 'array', items: emit(items) };
  if (minItems !== undefined) schema.minItems = minItems;
  if (maxItems !== undefined) schema.maxItems = maxItems;
  if (uniqueItems !== undefined) schema.uniqueItems = uniqueItems;
  return schema;
}

/** Element names become titles, because JSON Schema has no other keyword for them. */
export function emitTuple({ elements, rest }: TupleNode, emit: EmitNode): SchemaDraft {
  const minItems = elements.filter(({ optional }) => !optional).length;
  const items = rest === undefined ? false : emitOpen(rest, emit);
  // `prefixItems` must not be empty.
  if (elements.length === 0)
    return items === false ? { type: 'array', maxItems: 0 } : { type: 'array', items };
  return {
    type: 'array',
    prefixItems: elements.map(({ type, name }) =>
      name === undefined ? emit(type) : { title: name, ...emit(type) },
    ),
    items,
    minItems,
    ...(rest === undefined ? { maxItems: elements.length } : {}),
  };
}

export function emitObject(
  { properties, additional, patterns = [] }: ObjectNode,
  emit: EmitNode,
): SchemaDraft {
  const schema: SchemaDraft = { type: 'object' };
  const required: string[] = [];
  const members: Record<string, JsonSchema> = {};
  for (const { name, type, optional } of properties) {
    setMember(members, name, emit(type));
    if (!optional) required.push(name);
  }
  const closed = additional === undefined;
  if (properties.length > 0 || (closed && patterns.length === 0)) schema.properties = members;
  if (required.length > 0) schema.required = required;
  if (patterns.length > 0) {
    schema.patternProperties = Object.fromEntries(
      patterns.map(({ pattern, type }) => [pattern, emit(type)] as const),
    );
  }
  schema.additionalProperties = closed ? false : emitOpen(additional, emit);
  return schema;
}

/** Emits `true` for any value, because it is more readable than `{}`. */
function emitOpen(node: TypeNode, emit: EmitNode): true | JsonSchema {
  return node.kind === 'unknown' && node.docs === undefined ? true : emit(node);
}

const anything: TypeNode = { kind: 'unknown' };

export function emitCodec(node: CodecNode, emit: EmitNode): SchemaDraft {
  const builtIn = builtIns[node.codec];
  if (builtIn.parts === undefined) return { ...wireForm(builtIn, node.format).schema };
  const items = node.items ?? anything;
  if (node.keys && travelsAsPairs(node))
    return { ...builtIn.schema({ keys: emit(node.keys), items: emit(items) }) };
  const pattern = node.keys?.kind === 'string' ? (node.keys.template ?? node.keys.pattern) : undefined;
  // `Map<\`x-${string}\`, T>` has the same JSON as a record with these keys.
  return pattern === undefined
    ? { ...builtIn.schema({ items: emit(items) }) }
    : emitObject({ kind: 'object', properties: [], patterns: [{ pattern, type: items }] }, emit);
}
