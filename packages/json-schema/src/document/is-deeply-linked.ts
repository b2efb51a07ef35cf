import type { JsonSchema } from '@toolwright/contract';
import { childSchemas } from './child-schemas.js';

/**
 * Whether a schema links so many definitions that AJV may overflow the stack, because it compiles referenced definitions recursively.
 * Each definition must then be compiled separately.
 */
export function isDeeplyLinked(schema: JsonSchema): boolean {
  const definitions = Object.values(schema.$defs ?? {});
  let levels = 0;
  for (const definition of definitions) {
    levels += nesting(definition);
    if (levels > MAX_LEVELS) return true;
  }
  return false;
}

/** The maximum nesting of schemas. AJV takes about 2 KB of stack for each level; Node has 984 KB, part of which may already be in use. */
const MAX_LEVELS = 150;

function nesting(schema: JsonSchema): number {
  return 1 + Math.max(0, ...childSchemas(schema).map(({ schema: child }) => nesting(child)));
}
