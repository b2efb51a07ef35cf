import { isRecord, type JsonSchema } from '@toolwright/contract';
import type { Raw } from './keywords.js';
import { readPattern } from './read-pattern.js';
import type { Draft } from './reading.js';

/** Reads `type`, ignoring case. Types other than those of JSON are left to the server. */
export function readType(value: unknown, draft: Draft): void {
  const names = [value].flat().map((one) => (typeof one === 'string' ? one.toLowerCase() : ''));
  const [only, ...others] = new Set(names);
  if (!names.every((name) => TYPES.has(name))) draft.leave();
  else if (only === undefined) draft.leave();
  else draft.schema.type = others.length === 0 ? only : [only, ...others];
}

const TYPES: ReadonlySet<string> = new Set('string number integer boolean null object array'.split(' '));

export function readNames(schemas: Raw, read: (one: unknown) => JsonSchema): Record<string, JsonSchema> {
  return Object.fromEntries(Object.entries(schemas).map(([name, one]) => [name, read(one)]));
}

/**
 * Reads `properties` and `patternProperties`.
 * @returns whether all of their names could be read
 */
export function readNamesByPattern(
  { properties, patternProperties }: Raw,
  draft: Draft,
  read: (one: unknown) => JsonSchema,
): boolean {
  let isWhole = true;
  if (isRecord(properties)) draft.schema.properties = readNames(properties, read);
  else if (properties !== undefined) isWhole = false;
  if (isRecord(patternProperties)) {
    const patterns = new Map<string, JsonSchema>();
    for (const [source, one] of Object.entries(patternProperties)) {
      const pattern = readPattern(source);
      const schema = read(one);
      const earlier = pattern === undefined ? undefined : patterns.get(pattern);
      if (pattern === undefined) isWhole = false;
      else patterns.set(pattern, earlier === undefined ? schema : { allOf: [earlier, schema] });
    }
    if (patterns.size > 0) draft.schema.patternProperties = Object.fromEntries(patterns);
  } else if (patternProperties !== undefined) isWhole = false;
  if (!isWhole) draft.leave({ coverage: true });
  return isWhole;
}
