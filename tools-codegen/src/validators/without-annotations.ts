import type { JsonSchema } from '@toolwright/contract';
import { mapSchema } from '@toolwright/json-schema';

/** A schema without what says nothing of validity: else descriptions would stand in a program a second time. */
export function withoutAnnotations(schema: JsonSchema): JsonSchema {
  return mapSchema(schema, (part) =>
    Object.fromEntries(Object.entries(part).filter(([keyword]) => !ANNOTATIONS.has(keyword))),
  );
}

const ANNOTATIONS: ReadonlySet<string> = new Set(
  'title description default examples deprecated writeOnly contentEncoding $schema'.split(' '),
);
