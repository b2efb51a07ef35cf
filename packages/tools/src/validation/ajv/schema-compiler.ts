import type { JsonSchema } from '@toolwright/contract';
import { isBranching, isDeeplyLinked, validatorOptions } from '@toolwright/json-schema';
import type { Ajv2020, Options, ValidateFunction } from 'ajv/dist/2020.js';
import type { ArgumentIssue } from '../explain/argument-issue.js';
import type { Wording } from '../explain/issue-sentences.js';
import { isSplittableSchema } from '../is-known-schema.js';
import { type AjvError, ajvIssues, type ReportedErrors } from './ajv-issues.js';
import { withBoundedDepth } from './bounded-depth.js';
import { compileByDefinition } from './compile-by-definition.js';
import type { Compiler } from './compiler.js';
import { createAjv } from './create-ajv.js';

/** Compiles schemas with AJV. The schemas of a registry share a few instances, which are created when first needed. */
export class SchemaCompiler implements Compiler {
  readonly #instances = new Map<string, Ajv2020>();
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

  issues(value: unknown, schema: JsonSchema, wording: Wording): ArgumentIssue[] {
    return ajvIssues(value, schema, this, wording);
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
