import type { JsonSchema } from '@toolwright/contract';
import { schemaTraits } from '@toolwright/schema';
import { isKnownSchema } from '../is-known-schema.js';
import { SchemaChecker } from '../schema-checker.js';
import { refusesGeneratedCode } from './refused-code.js';
import type { SchemaCompiler } from './schema-compiler.js';

export type Validate = (value: unknown) => boolean;

/**
 * A validator of a schema that nothing is generated from beforehand: compiled, or, where the program forbids that, read each time.
 * @throws What AJV throws for a schema that it refuses; an `EvalError` for keywords that only AJV knows where code is forbidden.
 */
export function createValidator(schema: JsonSchema, compiler: SchemaCompiler): Validate {
  try {
    return compiler.compile(schema);
  } catch (error) {
    // AJV looks at a schema before it generates code, so this one is in order.
    if (!refusesGeneratedCode(error) || !isKnownSchema(schema)) throw error;
    const { namesInherited } = schemaTraits(schema);
    return (value) => new SchemaChecker(schema, namesInherited).accepts(value);
  }
}
