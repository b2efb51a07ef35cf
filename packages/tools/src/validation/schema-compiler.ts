import type { JsonSchema } from '@toolwright/contract';
import type { ValidateFunction } from 'ajv';
import { Ajv2020, type Options } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

/**
 * Compiles schemas, all of one registry with the same few AJV instances, each made when first needed.
 * @see https://ajv.js.org/options.html
 */
export class SchemaCompiler {
  readonly #instances = new Map<string, Ajv2020>();

  /**
   * @param allErrors Go on after the first error. Slower on valid data too, and unbounded on hostile data: bound it first.
   * @param ownOnly Do not take inherited members for data. Needed where a schema names a member that every object inherits.
   * @throws What AJV throws for a schema that it refuses.
   */
  compile(schema: JsonSchema, options: { allErrors: boolean; ownOnly: boolean }): ValidateFunction {
    return this.#instance(options.allErrors, options.ownOnly).compile(schema);
  }

  #instance(allErrors: boolean, ownOnly: boolean): Ajv2020 {
    const key = `${allErrors} ${ownOnly}`;
    let instance = this.#instances.get(key);
    if (instance === undefined) {
      instance = new Ajv2020({ ...AJV_OPTIONS, allErrors, ownProperties: ownOnly });
      addFormats.default(instance);
      this.#instances.set(key, instance);
    }
    return instance;
  }
}

/**
 * Strict about schemas, but not about their style. Compiling finds what the meta schema would find, without the 45 ms that
 * compiling the meta schema takes.
 */
const AJV_OPTIONS: Options = {
  strict: true,
  strictTypes: false,
  strictTuples: false,
  allowUnionTypes: true,
  validateSchema: false,
  addUsedSchema: false,
  logger: false,
};
