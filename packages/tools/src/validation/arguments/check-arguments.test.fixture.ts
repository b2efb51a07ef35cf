import type { JsonSchema, ObjectSchema } from '@toolwright/contract';
import { SchemaCompiler } from '../ajv/schema-compiler.js';
import { ArgumentValidator } from './argument-validator.js';
import { type Coercion, checkArguments } from './check-arguments.js';

const compiler = new SchemaCompiler();

export function check(
  value: unknown,
  properties: Record<string, JsonSchema>,
  more: Partial<ObjectSchema> & { coercion?: Coercion } = {},
) {
  const { coercion = 'none', ...keywords } = more;
  const schema: ObjectSchema = { type: 'object', properties, additionalProperties: false, ...keywords };
  return checkArguments(value, new ArgumentValidator('find', schema, compiler), schema, coercion);
}

/** The error sentences about a value, or `ok`. */
export function verdict(...args: Parameters<typeof check>): string {
  const checked = check(...args);
  return checked.ok ? 'ok' : checked.message;
}

export const text = { type: 'string' } as const;
export const number = { type: 'number' } as const;
const closed = { type: 'object', additionalProperties: false } as const;
export const cat = {
  ...closed,
  properties: { kind: { const: 'cat' }, lives: number },
  required: ['kind', 'lives'],
} as const;
export const dog = {
  ...closed,
  properties: { kind: { const: 'dog' }, name: text },
  required: ['kind', 'name'],
} as const;
export const filters = {
  type: 'array',
  items: { ...closed, properties: { field: text, 'full name': text }, required: ['field'] },
} as const;
