import type { JsonSchema } from '@toolwright/contract';
import { schemaTraits } from './document/schema-traits.js';

/** The AJV options that determine which values a validator accepts. */
export interface ValidatorOptions {
  readonly strict: boolean;
  readonly strictTypes: boolean;
  readonly strictTuples: boolean;
  readonly allowUnionTypes: boolean;
  readonly validateSchema: boolean;
  readonly addUsedSchema: boolean;
  readonly logger: false;
  /** Whether to ignore inherited members. Required if a schema uses the name of a member that every object inherits. */
  readonly ownProperties: boolean;
}

/**
 * Returns AJV's options for compiling a schema. Run time and codegen share them, so that both give the same verdicts. Strict mode is on,
 * except for style rules. The meta-schema is not used: compilation reports the same errors, and loading it would take 45 ms.
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

/** Patches the code of a validator so that its lookup of repeated strings treats `__proto__` like any other string. */
export function withoutInherited(code: string): string {
  return code.replaceAll(/^(const indices\d+ = )\{\};$/gm, '$1Object.create(null);');
}
