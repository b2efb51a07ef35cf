import type { JsonSchema } from '@toolwright/contract';
import { isBranching, isDeeplyLinked, validatorOptions } from '@toolwright/schema';
import type { Ajv2020, Options, ValidateFunction } from 'ajv/dist/2020.js';
import type { KeywordError } from '../explain/issue-sentences.js';
import { isSplittableSchema } from '../is-known-schema.js';
import { withBoundedDepth } from './bounded-depth.js';
import { compileByDefinition } from './compile-by-definition.js';
import { createAjv } from './create-ajv.js';

/** `first`: what the first error is about. `all`: go on after it; slower on valid data, and without bound on hostile data. */
export type ReportedErrors = 'first' | 'all';

/**
 * What AJV says of an error, as far as it is used. Its own type would bring all of AJV's declarations into every program that imports tools.
 */
export interface AjvError extends KeywordError {
  readonly instancePath: string;
  readonly data?: unknown;
  readonly parentSchema?: JsonSchema;
  readonly propertyName?: string;
}

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
    const branches = isBranching(schema);
    if (!branches && !isDeeplyLinked(schema)) return this.#compile(schema, {});
    if (!isSplittableSchema(schema)) {
      const accepts = this.#compile(schema, {});
      return branches ? withBoundedDepth(accepts) : accepts;
    }
    return compileByDefinition(schema, createAjv({ ...validatorOptions(schema), strict: this.#strict }));
  }

  /** The function says what is wrong with a value; nothing where it is valid. Throws as `compile` does. */
  compileToExplain(schema: JsonSchema, errors: ReportedErrors): (value: unknown) => readonly AjvError[] {
    const validate = this.#compile(schema, { allErrors: errors === 'all', verbose: true });
    return (value) => (validate(value) ? [] : (validate.errors ?? []));
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
