import type { JsonSchema } from '@toolwright/contract';
import { schemaTraits } from './document/schema-traits.js';

/** The options of AJV that decide which values a validator accepts. */
export interface ValidatorOptions {
  readonly strict: boolean;
  readonly strictTypes: boolean;
  readonly strictTuples: boolean;
  readonly allowUnionTypes: boolean;
  readonly validateSchema: boolean;
  readonly addUsedSchema: boolean;
  readonly logger: false;
  /** Do not treat inherited members as data. Required if a schema uses the name of a member that every object inherits. */
  readonly ownProperties: boolean;
}

/**
 * AJV's options for compiling a schema, at run time and by codegen, whose verdicts must be equal. Strict about schemas, but not about
 * their style. Compilation finds the same errors as the meta schema, without the 45 ms that compiling the meta schema takes.
 * @see https://ajv.js.org/options.html
 */
export function validatorOptions(schema: JsonSchema): ValidatorOptions {
  return {
    strict: true,
    strictTypes: false,
    strictTuples: false,
    allowUnionTypes: true,
    validateSchema: false,
    addUsedSchema: false,
    logger: false,
    ownProperties: schemaTraits(schema).namesInherited,
  };
}

/** AJV's code of a validator, in which the look-up of repeated strings treats `__proto__` like any other string. */
export function withoutInherited(code: string): string {
  return code.replaceAll(/^(const indices\d+ = )\{\};$/gm, '$1Object.create(null);');
}
