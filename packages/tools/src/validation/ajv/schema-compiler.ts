import type { JsonSchema } from '@toolwright/contract';
import { isBranching, isDeeplyLinked, validatorOptions } from '@toolwright/json-schema';
import type { Ajv2020, Options, ValidateFunction } from 'ajv/dist/2020.js';
import type { KeywordError } from '../explain/issue-sentences.js';
import { isSplittableSchema } from '../is-known-schema.js';
import { withBoundedDepth } from './bounded-depth.js';
import { compileByDefinition } from './compile-by-definition.js';
import { createAjv } from './create-ajv.js';

/** Which errors to report. `all` is slower than `first` for valid data, and takes unbounded time for malicious data. */
export type ReportedErrors = 'first' | 'all';

/** The members of AJV's errors that are used. AJV's own type would add all its declarations to every program that imports this package. */
export interface AjvError extends KeywordError {
  readonly instancePath: string;
  readonly data?: unknown;
  readonly parentSchema?: JsonSchema;
  readonly propertyName?: string;
}

/** Compiles schemas with AJV. The schemas of a registry share a few instances, which are created when first needed. */
export class SchemaCompiler {
  readonly #instances = new Map<string, Ajv2020>();
  /** Whether unknown keywords and formats are errors. Otherwise, they are ignored. */
  readonly isStrict: boolean;
  readonly isForeign: boolean;

  constructor(isStrict = true, isForeign = false) {
    this.isStrict = isStrict;
    this.isForeign = isForeign;
  }

  /**
   * Creates a compiler for third-party schemas. It follows the specification strictly, and ignores keywords that AJV does not support.
   * Definitions may refer to each other in many ways.
   */
  static forForeignSchemas(): SchemaCompiler {
    return new SchemaCompiler(false, true);
  }

  /**
   * Returns a validator that only returns whether a value is valid.
   * @throws AJV's errors for invalid schemas; an error that `refusesGeneratedCode` knows if nothing can be compiled
   */
  compile(schema: JsonSchema): (value: unknown) => boolean {
    const branches = isBranching(schema);
    const isForeign = this.isForeign && schema.$defs !== undefined;
    if (!branches && !isForeign && !isDeeplyLinked(schema)) return this.#compile(schema, {});
    if (!isSplittableSchema(schema)) {
      const accepts = this.#compile(schema, {});
      return branches ? withBoundedDepth(accepts) : accepts;
    }
    return compileByDefinition(schema, createAjv(this.#options(schema)));
  }

  /** Returns a function that lists the errors in a value. Throws the same errors as `compile`. */
  compileToExplain(schema: JsonSchema, errors: ReportedErrors): (value: unknown) => readonly AjvError[] {
    const validate = this.#compile(schema, { allErrors: errors === 'all', verbose: true });
    return (value) => (validate(value) ? [] : (validate.errors ?? []));
  }

  #compile(schema: JsonSchema, reporting: Pick<Options, 'allErrors' | 'verbose'>): ValidateFunction {
    const options = { ...this.#options(schema), ...reporting };
    const key = JSON.stringify(options);
    const instance = this.#instances.get(key) ?? createAjv(options);
    this.#instances.set(key, instance);
    return instance.compile(refersToRoot(schema) ? { $id: 'toolwright:root', ...schema } : schema);
  }

  #options(schema: JsonSchema): Options {
    const options = { ...validatorOptions(schema), strict: this.isStrict };
    // Third-party schemas may use the names of inherited members.
    return this.isForeign ? { ...options, strictNumbers: true, ownProperties: true } : options;
  }
}

/** AJV resolves the reference `#` only in a schema with an id. */
function refersToRoot(schema: JsonSchema): boolean {
  return JSON.stringify(schema).includes('"$ref":"#"');
}
