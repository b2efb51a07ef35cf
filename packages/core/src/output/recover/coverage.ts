import type { JsonSchema } from '@toolwright/contract';
import { admits, isContainer, partOf, resolveRef } from '@toolwright/json-schema';
import { mergeParts } from './merge-parts.js';
import { normaliseName } from './recover-scalar.js';

/**
 * Measures how much a value has in common with a schema, to choose the answer from several values. Each declared member, at any
 * depth, counts 1 point, as does each other value of an allowed type.
 */
export function coverage(value: unknown, schema: JsonSchema, root: JsonSchema, depth = 0): number {
  const resolved = depth < MAX_DEPTH ? resolveRef(schema, root) : undefined;
  if (resolved === undefined) return 0;
  const target = mergeParts(resolved, root);
  const branches = target.anyOf ?? target.oneOf;
  if (branches !== undefined) {
    return Math.max(...branches.map((branch) => coverage(value, branch, root, depth + 1)));
  }
  if (isContainer(value) && !admits(target, value, root)) {
    const inner: unknown = Array.isArray(value) ? value[0] : value;
    const part = Array.isArray(value) ? target : target.items;
    const canMove = !Array.isArray(value) || (value.length === 1 && !Array.isArray(inner));
    return canMove && typeof part === 'object' ? coverage(inner, part, root, depth + 1) : 0;
  }
  if (Array.isArray(value)) {
    return sum(
      value.slice(0, MAX_ITEMS).map((item, index) => {
        const part = partOf(target, value, String(index));
        return part === undefined ? 1 : coverage(item, part, root, depth + 1);
      }),
    );
  }
  return isContainer(value)
    ? objectCoverage(value, target, root, depth)
    : Number(admits(target, value, root));
}

/** Deeper levels are ignored, because they rarely decide which of two values fits better. */
const MAX_DEPTH = 8;
const MAX_ITEMS = 100;

function objectCoverage(value: object, schema: JsonSchema, root: JsonSchema, depth: number): number {
  const declared = new Map(
    Object.entries(schema.properties ?? {}).map(([name, part]) => [normaliseName(name), part]),
  );
  const isOpen = declared.size === 0 && schema.additionalProperties !== false;
  return sum(
    Object.entries(value).map(([name, member]) => {
      const part = declared.get(normaliseName(name));
      if (part !== undefined) return 1 + coverage(member, part, root, depth + 1);
      return isOpen || schema.patternProperties !== undefined ? 1 : 0;
    }),
  );
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
