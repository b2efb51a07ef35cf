import { builtIns, KNOWN_FORMATS } from '@toolwright/json-schema';
import type { ConstraintTagName as ConstraintKeyword } from '@toolwright/program/compiler';
import type { CodecNode, Definitions, TypeNode } from '../ir/type-node.js';
import { findRoundedNumber } from './rounded-number.js';

export interface Constraint {
  readonly keyword: ConstraintKeyword;
  readonly value: string | number | true;
}

/** The type that each keyword applies to. */
const kinds: Readonly<Record<ConstraintKeyword, TypeNode['kind']>> = {
  minimum: 'number',
  maximum: 'number',
  exclusiveMinimum: 'number',
  exclusiveMaximum: 'number',
  multipleOf: 'number',
  integer: 'number',
  minLength: 'string',
  maxLength: 'string',
  pattern: 'string',
  format: 'string',
  minItems: 'array',
  maxItems: 'array',
  uniqueItems: 'array',
};

/** The names of types in messages. */
export const kindNames: Readonly<Record<TypeNode['kind'], string>> = {
  string: 'a string',
  number: 'a number',
  boolean: 'a boolean',
  null: 'null',
  unknown: 'unknown',
  literal: 'a literal',
  enum: 'a choice of literals',
  array: 'an array',
  tuple: 'a tuple',
  object: 'an object',
  union: 'a union',
  codec: 'a built-in object',
  class: 'an instance of a class',
  ref: 'a named type',
};

/** Returns the type that the keyword constrains, for messages. */
export function constrainedKind(keyword: ConstraintKeyword): string {
  return kindNames[kinds[keyword]];
}

/** Applies a constraint to a type; in a union, to the members that it fits. Returns undefined if it fits no part of the type. */
export function constrain(
  node: TypeNode,
  constraint: Constraint,
  definitions: Definitions,
): TypeNode | undefined {
  const { keyword, value } = constraint;
  if (node.kind === 'ref') {
    const named = definitions.get(node.id)?.node;
    const constrained = named === undefined ? undefined : constrain(named, constraint, definitions);
    return constrained === undefined ? undefined : { ...constrained, ...withDocs(constrained, node) };
  }
  if (node.kind === 'union') {
    const members = node.members.map((member) => constrain(member, constraint, definitions));
    if (members.every((member) => member === undefined)) return undefined;
    return { ...node, members: node.members.map((member, index) => members[index] ?? member) };
  }
  if (node.kind === 'class') {
    const json = constrain(node.json, constraint, definitions);
    return json && { ...node, json };
  }
  if (node.kind === 'codec') {
    return keyword === 'format' && typeof value === 'string' && formatsOf(node).includes(value)
      ? { ...node, format: value }
      : undefined;
  }
  return node.kind === kinds[keyword] ? { ...node, [keyword]: value } : undefined;
}

/** Parses the text of a tag. If it is invalid, returns a description of the expected text. */
export function parseConstraint(keyword: ConstraintKeyword, text: string): Constraint | string {
  switch (keyword) {
    case 'integer':
    case 'uniqueItems':
      return text === '' || text === 'true' ? { keyword, value: true } : 'no text';
    case 'pattern':
      return checkPattern(text);
    case 'format':
      return KNOWN_FORMATS.has(text) ? { keyword, value: text } : `one of ${[...KNOWN_FORMATS].join(', ')}`;
    case 'minLength':
    case 'maxLength':
    case 'minItems':
    case 'maxItems':
      return /^\d+$/.test(text) ? { keyword, value: Number(text) } : 'a non-negative integer';
    case 'multipleOf':
      return Number(text) > 0 && isDecimal(text) ? numberOf(keyword, text) : 'a number greater than 0';
    default:
      return isDecimal(text) ? numberOf(keyword, text) : 'a number';
  }
}

function numberOf(keyword: ConstraintKeyword, text: string): Constraint | string {
  return findRoundedNumber(text) === undefined
    ? { keyword, value: Number(text) }
    : 'a number that JavaScript represents exactly';
}

/** Finds two constraint keywords that contradict each other. */
export function findContradiction(
  node: TypeNode,
): readonly [ConstraintKeyword, ConstraintKeyword] | undefined {
  if (node.kind === 'union') return node.members.map(findContradiction).find((pair) => pair !== undefined);
  if (node.kind === 'class') return findContradiction(node.json);
  if (node.kind === 'string')
    return above(node.minLength, node.maxLength) ? ['minLength', 'maxLength'] : undefined;
  if (node.kind === 'array')
    return above(node.minItems, node.maxItems) ? ['minItems', 'maxItems'] : undefined;
  if (node.kind !== 'number') return undefined;
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = node;
  if (above(minimum, maximum)) return ['minimum', 'maximum'];
  if (notBelow(minimum, exclusiveMaximum)) return ['minimum', 'exclusiveMaximum'];
  if (notBelow(exclusiveMinimum, maximum)) return ['exclusiveMinimum', 'maximum'];
  if (notBelow(exclusiveMinimum, exclusiveMaximum)) return ['exclusiveMinimum', 'exclusiveMaximum'];
  return undefined;
}

/** Returns the formats of a built-in that `@format` can select. */
function formatsOf({ codec }: CodecNode): readonly string[] {
  const builtIn = builtIns[codec];
  if (builtIn.parts !== undefined || builtIn.formats === undefined) return [];
  return [builtIn.schema.format ?? '', ...Object.keys(builtIn.formats)];
}

function withDocs(inner: TypeNode, outer: TypeNode): Pick<TypeNode, 'docs'> {
  return inner.docs === undefined && outer.docs === undefined
    ? {}
    : { docs: { ...inner.docs, ...outer.docs } };
}

function checkPattern(text: string): Constraint | string {
  try {
    new RegExp(text, 'u');
  } catch {
    // The engine's message repeats the pattern, which the diagnostic shows anyway.
    return 'a regular expression that is valid with the "u" flag';
  }
  return text === '' ? 'a regular expression' : { keyword: 'pattern', value: text };
}

function isDecimal(text: string): boolean {
  return /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text) && Number.isFinite(Number(text));
}

function above(low: number | undefined, high: number | undefined): boolean {
  return low !== undefined && high !== undefined && low > high;
}

function notBelow(low: number | undefined, high: number | undefined): boolean {
  return low !== undefined && high !== undefined && low >= high;
}
