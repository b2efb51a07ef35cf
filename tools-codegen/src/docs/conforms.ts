import { isJsonObject, type JsonObject, type JsonValue } from '@toolwright/contract';
import { builtIns, compilePattern, wireForm } from '@toolwright/schema';
import type { CodecNode, Definitions, ObjectNode, TupleNode, TypeNode } from '../ir/type-node.js';

/** Whether a JSON value has a type. Does not check formats and the JSON of built-in objects. */
export function conforms(value: JsonValue, node: TypeNode, definitions: Definitions): boolean {
  switch (node.kind) {
    case 'unknown':
      return true;
    case 'null':
      return value === null;
    case 'boolean':
      return typeof value === 'boolean';
    case 'literal':
      return value === node.value;
    case 'enum':
      return node.values.some((allowed) => allowed === value);
    case 'string':
      return typeof value === 'string' && stringConforms(value, node);
    case 'number':
      return typeof value === 'number' && numberConforms(value, node);
    case 'array':
      return isArray(value) && arrayConforms(value, node, definitions);
    case 'tuple':
      return isArray(value) && tupleConforms(value, node, definitions);
    case 'object':
      return isJsonObject(value) && objectConforms(value, node, definitions);
    case 'union':
      return node.members.some((member) => conforms(value, member, definitions));
    case 'class':
      return conforms(value, node.json, definitions);
    case 'codec':
      return codecConforms(value, node);
    case 'ref': {
      const definition = definitions.get(node.id);
      return definition !== undefined && conforms(value, definition.node, definitions);
    }
    default:
      return node satisfies never;
  }
}

function stringConforms(value: string, node: Extract<TypeNode, { kind: 'string' }>): boolean {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern, template } = node;
  // JSON Schema counts characters, not UTF-16 units.
  const { length } = [...value];
  return (
    length >= minLength &&
    length <= maxLength &&
    [pattern, template].every((source) => source === undefined || compilePattern(source).test(value))
  );
}

function numberConforms(value: number, node: Extract<TypeNode, { kind: 'number' }>): boolean {
  const { integer, minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = node;
  return (
    Number.isFinite(value) &&
    (integer !== true || Number.isInteger(value)) &&
    (minimum === undefined || value >= minimum) &&
    (maximum === undefined || value <= maximum) &&
    (exclusiveMinimum === undefined || value > exclusiveMinimum) &&
    (exclusiveMaximum === undefined || value < exclusiveMaximum) &&
    (multipleOf === undefined || Number.isInteger(value / multipleOf))
  );
}

function codecConforms(value: JsonValue, { codec, format }: CodecNode): boolean {
  const builtIn = builtIns[codec];
  if (builtIn.parts !== undefined) return value !== null;
  const { type, pattern } = wireForm(builtIn, format).schema;
  const fits =
    typeof pattern !== 'string' || (typeof value === 'string' && compilePattern(pattern).test(value));
  return value !== null && typeof value === type && fits;
}

function arrayConforms(
  value: readonly JsonValue[],
  node: Extract<TypeNode, { kind: 'array' }>,
  definitions: Definitions,
): boolean {
  const { minItems = 0, maxItems = Number.POSITIVE_INFINITY, uniqueItems } = node;
  const texts = new Set(value.map((item) => JSON.stringify(item)));
  return (
    value.length >= minItems &&
    value.length <= maxItems &&
    (uniqueItems !== true || texts.size === value.length) &&
    value.every((item) => conforms(item, node.items, definitions))
  );
}

function tupleConforms(value: readonly JsonValue[], node: TupleNode, definitions: Definitions): boolean {
  const { elements, rest } = node;
  return (
    value.length >= elements.filter(({ optional }) => !optional).length &&
    value.every((item, index) => {
      const type = elements[index]?.type ?? rest;
      return type !== undefined && conforms(item, type, definitions);
    })
  );
}

function objectConforms(value: JsonObject, node: ObjectNode, definitions: Definitions): boolean {
  const properties = new Map(node.properties.map((property) => [property.name, property]));
  return (
    node.properties.every(({ name, optional }) => optional || Object.hasOwn(value, name)) &&
    Object.entries(value).every(([key, item]) => {
      const pattern = node.patterns?.find((candidate) => compilePattern(candidate.pattern).test(key));
      const type = properties.get(key)?.type ?? pattern?.type ?? node.additional;
      return type !== undefined && conforms(item, type, definitions);
    })
  );
}

function isArray(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}
