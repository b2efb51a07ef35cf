import {
  type Accepts,
  type CreateAccepts,
  fitsWithin,
  type Part,
  type Verdict,
} from '@toolwright/json-schema';
import { SchemaCompiler } from '#schema-compiler';
import { isKnownSchema } from './is-known-schema.js';
import { SchemaChecker } from './schema-checker.js';
import { weightOf } from './weight-of.js';

/** Decides whether every value of one schema is a value of another. Examples are validated in the same way as calls. */
export function schemaFits(inner: object, outer: object): Verdict {
  return fitsWithin(inner, outer, createAccepts);
}

/** Interprets schemas that use only supported keywords, part by part. Other schemas are compiled, and can validate only whole values. */
const createAccepts: CreateAccepts = (root, spend): Accepts => {
  if (isKnownSchema(root)) {
    // One checker is used for all values, because each example is part of the next, and examples never change.
    const checker = new SchemaChecker(root, true, () => spend(UNITS_PER_STEP));
    return (value, part) => checker.accepts(value, part);
  }
  let accepts: ((value: unknown) => boolean) | undefined;
  return (value, part: Part) => {
    if (part !== root) return undefined;
    spend(Math.ceil(weightOf(value) / WEIGHT_PER_UNIT));
    accepts ??= compile(root);
    return accepts?.(value);
  };
};

const UNITS_PER_STEP = 2;
const WEIGHT_PER_UNIT = 32;

function compile(root: object): ((value: unknown) => boolean) | undefined {
  try {
    return SchemaCompiler.forForeignSchemas().compile(root);
  } catch {
    // The schema is invalid, so nothing is known about its values.
    return undefined;
  }
}
