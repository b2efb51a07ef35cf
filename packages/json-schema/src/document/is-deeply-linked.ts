import type { JsonSchema } from '@toolwright/contract';
import { childSchemas } from './child-schemas.js';

/**
 * Whether a schema links so many definitions that AJV, which compiles what a reference leads to in the middle of compiling what
 * refers to it, may overflow the stack: then each definition has to be compiled by itself.
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

/** AJV takes about 2 KB of stack for each level of schemas; Node has 984 KB, of which the program may have used a part. */
const MAX_LEVELS = 150;

function nesting(schema: JsonSchema): number {
  return 1 + Math.max(0, ...childSchemas(schema).map(({ schema: child }) => nesting(child)));
}
