import { isRecord } from '@toolwright/contract';

/** Members of a JSON Schema whose own members are schemas: `properties: { password: { type: 'string' } }` has no secret. */
const SCHEMA_MAPS: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
]);

const KEYWORDS = [
  ...['type', '$ref', 'anyOf', 'oneOf', 'allOf', 'not', 'enum', 'const'],
  ...['properties', 'items', 'description', 'title'],
];

/** The keywords of a schema whose values are values of the parameter, which is secret if its name is. */
export const SECRET_KEYWORDS: ReadonlySet<string> = new Set(['default', 'const', 'example', 'examples']);

export function isSchemaMap(name: string): boolean {
  return SCHEMA_MAPS.has(name);
}

/** Whether a member of such a map is a schema, and not data that has the same name by chance. */
export function isSchema(value: unknown): boolean {
  if (!isRecord(value)) return false;
  return Object.keys(value).length === 0 || KEYWORDS.some((keyword) => Object.hasOwn(value, keyword));
}
