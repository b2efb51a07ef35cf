import { literalType } from '../ir/definitions.js';
import type { EnumNode, LiteralNode, NumberNode, StringNode } from '../ir/type-node.js';
import type { SchemaDraft } from './schema-draft.js';

export function emitString({ minLength, maxLength, pattern, template, format }: StringNode): SchemaDraft {
  const schema: SchemaDraft = { type: 'string' };
  if (minLength !== undefined) schema.minLength = minLength;
  if (maxLength !== undefined) schema.maxLength = maxLength;
  const first = template ?? pattern;
  if (first !== undefined) schema.pattern = first;
  if (template !== undefined && pattern !== undefined) schema.allOf = [{ pattern }];
  if (format !== undefined) schema.format = format;
  return schema;
}

export function emitNumber(node: NumberNode): SchemaDraft {
  const { integer, minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = node;
  const schema: SchemaDraft = { type: integer === true ? 'integer' : 'number' };
  if (minimum !== undefined) schema.minimum = minimum;
  if (exclusiveMinimum !== undefined) schema.exclusiveMinimum = exclusiveMinimum;
  if (maximum !== undefined) schema.maximum = maximum;
  if (exclusiveMaximum !== undefined) schema.exclusiveMaximum = exclusiveMaximum;
  if (multipleOf !== undefined) schema.multipleOf = multipleOf;
  return schema;
}

export function emitLiteral({ value }: LiteralNode): SchemaDraft {
  return { type: literalType(value), const: value };
}

/** Emits an enum. Values of several types get no `type`, except for one type and null, which validators allow in strict mode. */
export function emitEnum({ values }: EnumNode): SchemaDraft {
  const types = [...new Set(values.map(literalType))];
  const named = types.filter((type) => type !== 'null');
  const [only] = named;
  if (only === undefined || named.length > 1) return { enum: values };
  return { type: types.length === 1 ? only : [only, 'null'], enum: values };
}
