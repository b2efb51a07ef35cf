import type { JsonSchema } from '@toolwright/contract';
import type { JsonPath } from '@toolwright/json';
import { partOf, resolveRef } from '@toolwright/json-schema';
import type { OutputTarget } from './output-schema.js';

/**
 * Whether the containers that are open at the end of the text can be closed because nothing is missing. Only objects that have all
 * members of the schema can be closed; a list could have continued.
 */
export function canClose(value: unknown, unclosed: readonly JsonPath[], { schema }: OutputTarget): boolean {
  return unclosed.every((path) => schema !== undefined && isComplete(value, path, schema));
}

function isComplete(root: unknown, path: JsonPath, schema: JsonSchema): boolean {
  let value = root;
  let part = resolveRef(schema, schema);
  for (const segment of path) {
    if (typeof value !== 'object' || value === null || part === undefined) return false;
    const next = partOf(part, value, String(segment));
    part = next && resolveRef(next, schema);
    value = Reflect.get(value, segment);
  }
  return hasAllMembers(value, part);
}

function hasAllMembers(value: unknown, part: JsonSchema | undefined): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  if (part?.properties === undefined || part.patternProperties !== undefined || part.allOf !== undefined) {
    return false;
  }
  const isClosed = part.additionalProperties === undefined || part.additionalProperties === false;
  return isClosed && Object.keys(part.properties).every((name) => Object.hasOwn(value, name));
}
