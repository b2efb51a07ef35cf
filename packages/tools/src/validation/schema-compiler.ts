import type { JsonSchema } from '@toolwright/contract';
import { validatorOptions } from '@toolwright/schema';
import type { Ajv2020, ValidateFunction } from 'ajv/dist/2020.js';
import loaders from './load-ajv.cjs';

/**
 * `none`: just valid or not. `first`: what the first error is about, too. `all`: go on after it; slower on valid data, and without
 * bound on hostile data.
 */
export type ReportedErrors = 'none' | 'first' | 'all';

/** Compiles schemas with AJV, all of one registry with the same few instances, each made when first needed. */
export class SchemaCompiler {
  readonly #instances = new Map<string, Ajv2020>();
  readonly #strict: boolean;

  /** @param strict Whether keywords and formats that AJV does not know are errors; else they say nothing. */
  constructor(strict = true) {
    this.#strict = strict;
  }

  /** @throws What AJV throws for a schema that it refuses; an `EvalError` where the program forbids to generate code. */
  compile(schema: JsonSchema, errors: ReportedErrors = 'none'): ValidateFunction {
    const options = validatorOptions(schema);
    const key = `${errors} ${options.ownProperties}`;
    let instance = this.#instances.get(key);
    if (instance === undefined) {
      const { Ajv2020 } = loaders.loadAjv();
      const reporting = { allErrors: errors === 'all', verbose: errors !== 'none' };
      instance = new Ajv2020({ ...options, ...reporting, strict: this.#strict });
      loaders.loadAddFormats().default(instance);
      this.#instances.set(key, instance);
    }
    return instance.compile(refersToRoot(schema) ? { $id: 'toolwright:root', ...schema } : schema);
  }
}

/** AJV resolves the reference `#` only in a schema that has an id. */
function refersToRoot(schema: JsonSchema): boolean {
  return JSON.stringify(schema).includes('"$ref":"#"');
}
