import type { JsonSchema, JsonType } from '@toolwright/contract';
import type { EnumNode, LiteralNode, NumberNode, StringNode } from '../ir.js';

export function emitString({ minLength, maxLength, pattern, template, format }: StringNode): JsonSchema {
  const [first, second] = [template, pattern].filter((source) => source !== undefined);
  return {
    type: 'string',
    ...(minLength === undefined ? {} : { minLength }),
    ...(maxLength === undefined ? {} : { maxLength }),
    ...(first === undefined ? {} : { pattern: first }),
    ...(second === undefined ? {} : { allOf: [{ pattern: second }] }),
    ...(format === undefined ? {} : { format }),
  };
}

export function emitNumber(node: NumberNode): JsonSchema {
  const { integer, minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = node;
  return {
    type: integer === true ? 'integer' : 'number',
    ...(minimum === undefined ? {} : { minimum }),
    ...(exclusiveMinimum === undefined ? {} : { exclusiveMinimum }),
    ...(maximum === undefined ? {} : { maximum }),
    ...(exclusiveMaximum === undefined ? {} : { exclusiveMaximum }),
    ...(multipleOf === undefined ? {} : { multipleOf }),
  };
}

export function emitLiteral({ value }: LiteralNode): JsonSchema {
  return { type: scalarType(value), const: value };
}

/** Values of several types go without `type`, but for one type and null, which validators in strict mode allow. */
export function emitEnum({ values }: EnumNode): JsonSchema {
  const types = [...new Set(values.map(scalarType))];
  const named = types.filter((type) => type !== 'null');
  const [only] = named;
  if (only === undefined || named.length > 1) return { enum: values };
  return { type: types.length === 1 ? only : [only, 'null'], enum: values };
}

/** The JSON type of a literal. */
export function scalarType(value: string | number | boolean | null): JsonType {
  switch (typeof value) {
    case 'string':
      return 'string';
    case 'number':
      return 'number';
    case 'boolean':
      return 'boolean';
    default:
      return 'null';
  }
}
