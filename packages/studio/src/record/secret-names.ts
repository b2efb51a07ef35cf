import { isRecord } from '@toolwright/contract';
import { readSchemaParts } from './schema-parts.js';

/**
 * The members, at any depth, that a schema marks with `writeOnly` or with the format `password`. The mark may stand on the member itself,
 * in a definition that it refers to, in one of its branches, or on its items. If it stands on the whole value, all members are secrets.
 */
export function secretNames(schema: unknown): ReadonlySet<string> {
  const { parts, members, holders } = readSchemaParts(schema);
  const secrets = new Set(parts.filter(isSecret));
  // A set gives the values that are added while it is read, too.
  for (const part of secrets) for (const holder of holders.get(part) ?? []) secrets.add(holder);
  const isWhole = secrets.has(schema);
  return new Set(members.filter(({ part }) => isWhole || secrets.has(part)).map(({ name }) => name));
}

function isSecret(schema: unknown): boolean {
  return isRecord(schema) && (schema.writeOnly === true || schema.format === 'password');
}
