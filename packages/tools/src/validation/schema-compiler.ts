import type { JsonSchema } from '@toolwright/contract';
import { isDeeplyLinked, validatorOptions } from '@toolwright/schema';
import type { Ajv2020, Options, ValidateFunction } from 'ajv/dist/2020.js';
import { compileByDefinition } from './compile-by-definition.js';
import { createAjv } from './create-ajv.js';
import { isKnownSchema } from './is-known-schema.js';

/** `first`: what the first error is about. `all`: go on after it; slower on valid data, and without bound on hostile data. */
export type ReportedErrors = 'first' | 'all';

/** Compiles schemas with AJV, all of one registry with the same few instances, each made when first needed. */
export class SchemaCompiler {
  readonly #instances = new Map<string, Ajv2020>();
  readonly #strict: boolean;

  /** @param strict Whether keywords and formats that AJV does not know are errors; else they say nothing. */
  constructor(strict = true) {
    this.#strict = strict;
  }

  /**
   * The validator says whether a value is valid, and nothing else.
   * @throws What AJV throws for a schema that it refuses; an `EvalError` where the program forbids to generate code.
   */
  compile(schema: JsonSchema): (value: unknown) => boolean {
    if (!isDeeplyLinked(schema) || !isKnownSchema(schema)) return this.#compile(schema, {});
    return compileByDefinition(schema, createAjv({ ...validatorOptions(schema), strict: this.#strict }));
  }

  /** The validator keeps the errors of its last call. Throws as `compile` does. */
  compileToExplain(schema: JsonSchema, errors: ReportedErrors): ValidateFunction {
    return this.#compile(schema, { allErrors: errors === 'all', verbose: true });
  }

  #compile(schema: JsonSchema, reporting: Pick<Options, 'allErrors' | 'verbose'>): ValidateFunction {
    const options = { ...validatorOptions(schema), ...reporting, strict: this.#strict };
    const key = JSON.stringify(options);
    const instance = this.#instances.get(key) ?? createAjv(options);
    this.#instances.set(key, instance);
    return instance.compile(refersToRoot(schema) ? { $id: 'toolwright:root', ...schema } : schema);
  }
}

/** AJV resolves the reference `#` only in a schema that has an id. */
function refersToRoot(schema: JsonSchema): boolean {
  return JSON.stringify(schema).includes('"$ref":"#"');
}
