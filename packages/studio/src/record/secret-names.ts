import { isRecord } from '@toolwright/contract';
import { readSchemaParts } from './schema-parts.js';

/**
 * The names of members, at any depth, that a schema marks with `writeOnly` or the format `password`. The mark may be on the member itself, in
 * a referenced definition, in a branch, or on its items. If the root is marked, all members are secret.
 */
export function secretNames(schema: unknown): ReadonlySet<string> {
  const { parts, members, holders } = readSchemaParts(schema);
  const secrets = new Set(parts.filter(isSecret));
  // The loop includes values that are added to the set during it.
  for (const part of secrets) for (const holder of holders.get(part) ?? []) secrets.add(holder);
  const isWhole = secrets.has(schema);
  return new Set(members.filter(({ part }) => isWhole || secrets.has(part)).map(({ name }) => name));
}

function isSecret(schema: unknown): boolean {
  return isRecord(schema) && (schema.writeOnly === true || schema.format === 'password');
}
