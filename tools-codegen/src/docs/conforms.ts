import { builtIns, compileCodec, compilePattern, wireForm } from '@toolwright/json-schema';
import type { ConstantValue } from '@toolwright/program/compiler';
import { travelsAsPairs } from '../codecs/codec-shape.js';
import type { CodecNode, Definitions, ObjectNode, TupleNode, TypeNode } from '../ir/type-node.js';
import { hasFormat } from './format-check.js';

/**
 * Whether the registry would accept a JSON value as an argument of a type. A bigint is accepted where the type has one. Does not run
 * `fromJSON` of classes.
 */
export function conforms(value: ConstantValue, node: TypeNode, definitions: Definitions): boolean {
  switch (node.kind) {
    case 'unknown':
      return isSafe(value);
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
      return isObject(value) && objectConforms(value, node, definitions);
    case 'union':
      return node.members.some((member) => conforms(value, member, definitions));
    case 'class':
      return conforms(value, node.json, definitions);
    case 'codec':
      return codecConforms(value, node, definitions);
    case 'ref': {
      const definition = definitions.get(node.id);
      return definition !== undefined && conforms(value, definition.node, definitions);
    }
    default:
      return node satisfies never;
  }
}

function stringConforms(value: string, node: Extract<TypeNode, { kind: 'string' }>): boolean {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern, template, format } = node;
  // JSON Schema counts characters, not UTF-16 code units.
  const { length } = [...value];
  return (
    length >= minLength &&
    length <= maxLength &&
    (format === undefined || hasFormat(value, format)) &&
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

function codecConforms(value: ConstantValue, node: CodecNode, definitions: Definitions): boolean {
  const { codec, format, items = anything } = node;
  const builtIn = builtIns[codec];
  if (typeof value === 'bigint') return codec === 'bigint';
  if (builtIn.parts === undefined) {
    const { schema } = wireForm(builtIn, format);
    const hasItsFormat =
      schema.format === undefined || (typeof value === 'string' && hasFormat(value, schema.format));
    return hasItsFormat && isDecodable(value, node);
  }
  if (!builtIn.parts.includes('keys')) {
    return isArray(value) && arrayConforms(value, { kind: 'array', items, uniqueItems: true }, definitions);
  }
  return travelsAsPairs(node)
    ? isArray(value) && pairsConform(value, node, definitions)
    : isObject(value) && objectConforms(value, mapObject(node), definitions);
}

const anything: TypeNode = { kind: 'unknown' };

function isDecodable(value: ConstantValue, { codec, format }: CodecNode): boolean {
  try {
    compileCodec(format === undefined ? { kind: codec } : { kind: codec, format }).decode(value);
    return true;
  } catch {
    // The caller reports the text of the tag.
    return false;
  }
}

/** Returns the JSON object type of a map with string keys. */
function mapObject({ keys, items = anything }: CodecNode): ObjectNode {
  const pattern = keys?.kind === 'string' ? (keys.template ?? keys.pattern) : undefined;
  return pattern === undefined
    ? { kind: 'object', properties: [], additional: items }
    : { kind: 'object', properties: [], patterns: [{ pattern, type: items }] };
}

function pairsConform(
  pairs: readonly ConstantValue[],
  { keys = anything, items = anything }: CodecNode,
  definitions: Definitions,
): boolean {
  const pair: TupleNode = {
    kind: 'tuple',
    elements: [keys, items].map((type) => ({ type, optional: false })),
  };
  const texts = new Set(pairs.map((each) => (isArray(each) ? textOf(each[0]) : undefined)));
  return texts.size === pairs.length && pairs.every((each) => conforms(each, pair, definitions));
}

function arrayConforms(
  value: readonly ConstantValue[],
  node: Extract<TypeNode, { kind: 'array' }>,
  definitions: Definitions,
): boolean {
  const { minItems = 0, maxItems = Number.POSITIVE_INFINITY, uniqueItems } = node;
  const texts = new Set(value.map(textOf));
  return (
    value.length >= minItems &&
    value.length <= maxItems &&
    (uniqueItems !== true || texts.size === value.length) &&
    value.every((item) => conforms(item, node.items, definitions))
  );
}

function tupleConforms(value: readonly ConstantValue[], node: TupleNode, definitions: Definitions): boolean {
  const { elements, rest } = node;
  return (
    value.length >= elements.filter(({ optional }) => !optional).length &&
    value.every((item, index) => {
      const type = elements[index]?.type ?? rest;
      return type !== undefined && conforms(item, type, definitions);
    })
  );
}

function objectConforms(value: ConstantObject, node: ObjectNode, definitions: Definitions): boolean {
  const properties = new Map(node.properties.map((property) => [property.name, property]));
  return (
    node.properties.every(({ name, optional }) => optional || Object.hasOwn(value, name)) &&
    Object.entries(value).every(([key, item]) => {
      const pattern = node.patterns?.find((candidate) => compilePattern(candidate.pattern).test(key));
      const property = properties.get(key)?.type;
      if (isUnsafe(key, property !== undefined)) return false;
      const type = property ?? pattern?.type ?? node.additional;
      return type !== undefined && conforms(item, type, definitions);
    })
  );
}

interface ConstantObject {
  readonly [name: string]: ConstantValue;
}

function isObject(value: ConstantValue): value is ConstantObject {
  return typeof value === 'object' && value !== null && !isArray(value);
}

function isArray(value: ConstantValue): value is readonly ConstantValue[] {
  return Array.isArray(value);
}

/** Whether the registry refuses a name because it could pollute a prototype. A declared `prototype` is allowed. */
function isUnsafe(key: string, isDeclared: boolean): boolean {
  return key === '__proto__' || (!isDeclared && (key === 'constructor' || key === 'prototype'));
}

/** Returns a string that is equal for equal values. */
function textOf(value: ConstantValue | undefined): string | undefined {
  return JSON.stringify(value, (_, inner: unknown) => (typeof inner === 'bigint' ? String(inner) : inner));
}

function isSafe(value: ConstantValue): boolean {
  if (typeof value === 'bigint') return false;
  if (typeof value === 'number') return Number.isFinite(value);
  if (isArray(value)) return value.every(isSafe);
  return (
    !isObject(value) ||
    Object.entries(value).every(([key, member]) => !isUnsafe(key, false) && isSafe(member))
  );
}
