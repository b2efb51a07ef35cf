import { isRecord, type JsonSchema } from '@toolwright/contract';
import { schemaTraits } from '@toolwright/json-schema';
import { assertInterpretable } from '../assert-interpretable.js';
import { findUninterpretable, isSupportedKeyword } from '../is-known-schema.js';
import { SchemaChecker } from '../schema-checker.js';
import type { Compiler } from './compiler.js';
import { NoCompiler, refusesGeneratedCode } from './refused-code.js';

export type Validate = (value: unknown) => boolean;

/**
 * Creates a validator at run time. It is compiled, or interpreted if schemas cannot be compiled (see `refusesGeneratedCode`).
 * @throws an error for an invalid schema; `NoCompiler` for keywords that only AJV supports
 */
export function createValidator(schema: JsonSchema, compiler: Compiler): Validate {
  try {
    return compiler.compile(schema);
  } catch (error) {
    if (!refusesGeneratedCode(error)) throw error;
    const keywords = findUninterpretable(schema);
    if (keywords.length > 0) throw new NoCompiler(keywords);
    assertInterpretable(schema, compiler.isStrict ? isSupportedKeyword : undefined);
    const { namesInherited } = schemaTraits(schema);
    return (value) => new SchemaChecker(schema, namesInherited).accepts(value);
  }
}

/** Creates a validator for a third-party schema. If the schema cannot be compiled, every object is valid. */
export function createLenientValidator(schema: JsonSchema, compiler: Compiler): Validate {
  try {
    return createValidator(schema, compiler);
  } catch {
    return isRecord;
  }
}
