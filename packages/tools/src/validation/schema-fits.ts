import { type Accepts, fitsWithin, type Part, type Verdict } from '@toolwright/schema';
import { SchemaCompiler } from './ajv/schema-compiler.js';
import { isKnownSchema } from './is-known-schema.js';
import { SchemaChecker } from './schema-checker.js';

/** Decides whether every value of one schema is a value of another. Each example is judged as a call would be. */
export function schemaFits(inner: object, outer: object): Verdict {
  return fitsWithin(inner, outer, createAccepts);
}

/** Interprets schemas of known keywords, part by part. Others are compiled, so only the whole can judge values. */
function createAccepts(root: object): Accepts {
  if (isKnownSchema(root)) return (value, part) => new SchemaChecker(root, true).accepts(value, part);
  let accepts: ((value: unknown) => boolean) | undefined;
  return (value, part: Part) => {
    if (part !== root) return undefined;
    accepts ??= compile(root);
    return accepts?.(value);
  };
}

function compile(root: object): ((value: unknown) => boolean) | undefined {
  try {
    return SchemaCompiler.forForeignSchemas().compile(root);
  } catch {
    // Not a schema: nothing is known about its values.
    return undefined;
  }
}
