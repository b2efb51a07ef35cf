import type { JsonSchema } from '@toolwright/contract';
import { mapSchema } from '@toolwright/json-schema';

/** Removes keywords that do not affect validity, so that a program does not contain descriptions twice. */
export function withoutAnnotations(schema: JsonSchema): JsonSchema {
  return mapSchema(schema, (part) =>
    Object.fromEntries(Object.entries(part).filter(([keyword]) => !ANNOTATIONS.has(keyword))),
  );
}

const ANNOTATIONS: ReadonlySet<string> = new Set(
  'title description default examples deprecated writeOnly contentEncoding $schema'.split(' '),
);
