import { isRecord, type JsonSchema } from '@toolwright/contract';
import { schemaTraits } from '@toolwright/json-schema';
import { isKnownSchema } from '../is-known-schema.js';
import { SchemaChecker } from '../schema-checker.js';
import { refusesGeneratedCode } from './refused-code.js';
import type { SchemaCompiler } from './schema-compiler.js';

export type Validate = (value: unknown) => boolean;

/**
 * A validator for a schema without a generated one: compiled, or interpreted if the program forbids code generation.
 * @throws AJV's errors for invalid schemas; an `EvalError` for keywords that only AJV knows if code generation is forbidden.
 */
export function createValidator(schema: JsonSchema, compiler: SchemaCompiler): Validate {
  try {
    return compiler.compile(schema);
  } catch (error) {
    // AJV checks a schema before it generates code, so this one is valid.
    if (!refusesGeneratedCode(error) || !isKnownSchema(schema)) throw error;
    const { namesInherited } = schemaTraits(schema);
    return (value) => new SchemaChecker(schema, namesInherited).accepts(value);
  }
}

/** A validator for a third-party schema. If the schema cannot be compiled, every value is valid. */
export function createLenientValidator(schema: JsonSchema, compiler: SchemaCompiler): Validate {
  try {
    return createValidator(schema, compiler);
  } catch {
    return isRecord;
  }
}
