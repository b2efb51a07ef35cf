import { isRecord } from '@toolwright/contract';
import { canonicalJson } from '@toolwright/json';

/**
 * Pairs the branches of two lists if each branch has a counterpart: the lists have equal lengths, and branches that differ have the same
 * type and tags. Otherwise returns an empty list.
 */
export function alignedBranches(
  before: unknown,
  after: unknown,
  isPositional: boolean,
): readonly (readonly [index: number, before: unknown, after: unknown])[] {
  if (!Array.isArray(before) || !Array.isArray(after) || before.length !== after.length) return [];
  const pairs = before.map((one, index): [number, unknown, unknown] => [index, one, after[index]]);
  const areAligned = pairs.every(
    ([, one, other]) =>
      isRecord(one) &&
      isRecord(other) &&
      (isPositional || canonicalJson(one) === canonicalJson(other) || likeness(one) === likeness(other)),
  );
  return areAligned ? pairs : [];
}

/** Returns the traits that two branches must share to be versions of each other. */
export function likeness({
  type,
  const: only,
  enum: listed,
  $ref,
  properties,
}: Readonly<Record<string, unknown>>): string {
  const tags = Object.entries(isRecord(properties) ? properties : {}).flatMap(([name, schema]) =>
    isRecord(schema) && schema.const !== undefined ? [[name, schema.const]] : [],
  );
  return canonicalJson({ type, only, listed, $ref, tags });
}
