import type { JsonSchema } from '@toolwright/contract';
import { referenceName } from '@toolwright/json-schema';

/** Writes a schema as a type in TypeScript syntax: `"a" | "b"`, `number[]`, `{ city: string, days?: integer }`. */
export function typeProse(schema: JsonSchema): string {
  if (schema.$ref !== undefined) return referenceName(schema.$ref);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return join(schema.enum.map((value) => JSON.stringify(value)));
  const union = schema.anyOf ?? schema.oneOf;
  if (union !== undefined) return join(union.map(typeProse));
  if (schema.allOf !== undefined) return schema.allOf.map(typeProse).join(' & ');
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? []);
  return types.length === 0 ? 'any' : join(types.map((type) => plainType(type, schema)));
}

/** Returns the constraints of a value in addition to its type, such as `minimum 1`. */
export function constraintProse(schema: JsonSchema): string[] {
  return CONSTRAINTS.flatMap((name) => (schema[name] === undefined ? [] : [`${name} ${schema[name]}`]));
}

const CONSTRAINTS = [
  'format',
  'pattern',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
] as const;

function plainType(type: string, schema: JsonSchema): string {
  if (type === 'array') return arrayType(schema);
  return type === 'object' ? objectType(schema) : type;
}

function arrayType({ prefixItems, items }: JsonSchema): string {
  const rest = typeof items === 'object' ? wrapUnion(typeProse(items)) : 'any';
  if (prefixItems === undefined) return `${rest}[]`;
  const members = prefixItems.map(typeProse);
  return `[${[...members, ...(typeof items === 'object' ? [`...${rest}[]`] : [])].join(', ')}]`;
}

function objectType({ properties = {}, required = [], additionalProperties }: JsonSchema): string {
  const members = Object.entries(properties).map(
    ([name, member]) => `${name}${required.includes(name) ? '' : '?'}: ${typeProse(member)}`,
  );
  if (typeof additionalProperties === 'object') {
    if (members.length === 0) return `Record<string, ${typeProse(additionalProperties)}>`;
    members.push(`[key: string]: ${typeProse(additionalProperties)}`);
  }
  return members.length === 0 ? 'object' : `{ ${members.join(', ')} }`;
}

function join(types: readonly string[]): string {
  return [...new Set(types)].join(' | ');
}

function wrapUnion(type: string): string {
  return type.includes(' | ') && !type.startsWith('{') ? `(${type})` : type;
}
