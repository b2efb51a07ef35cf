import type { JsonSchema } from '@toolwright/contract';
import type { ArrayNode, ObjectNode, TupleNode, TypeNode } from '../ir.js';
import type { EmitNode } from './emit-node.js';

export function emitArray(node: ArrayNode, emit: EmitNode): JsonSchema {
  const { items, minItems, maxItems, uniqueItems } = node;
  return {
    type: 'array',
    items: emit(items),
    ...(minItems === undefined ? {} : { minItems }),
    ...(maxItems === undefined ? {} : { maxItems }),
    ...(uniqueItems === undefined ? {} : { uniqueItems }),
  };
}

/** Names of elements become titles: the only place where JSON Schema has room for them. */
export function emitTuple({ elements, rest }: TupleNode, emit: EmitNode): JsonSchema {
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
): JsonSchema {
  const required = properties.filter(({ optional }) => !optional).map(({ name }) => name);
  const closed = additional === undefined;
  return {
    type: 'object',
    ...(properties.length > 0 || (closed && patterns.length === 0)
      ? { properties: Object.fromEntries(properties.map(({ name, type }) => [name, emit(type)])) }
      : {}),
    ...(required.length > 0 ? { required } : {}),
    ...(patterns.length > 0
      ? { patternProperties: Object.fromEntries(patterns.map(({ pattern, type }) => [pattern, emit(type)])) }
      : {}),
    additionalProperties: closed ? false : emitOpen(additional, emit),
  };
}

/** `true` reads better than `{}` where anything is welcome. */
function emitOpen(node: TypeNode, emit: EmitNode): true | JsonSchema {
  return node.kind === 'unknown' && node.docs === undefined ? true : emit(node);
}
