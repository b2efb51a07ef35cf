import {
  isRecord,
  type JsonSchema,
  type StandardSchema,
  ToolwrightError,
  type TypedSchema,
} from '@toolwright/contract';
import { typedSchema } from '@toolwright/tools';
import {
  describeIssue,
  findJsonSchema,
  isStandardSchema,
  SchemaCompiler,
  SchemaValidator,
} from '@toolwright/tools/validation';
import { callbackFailed } from '../base/callbacks.js';
import { isObjectSchema, WRAPPER } from './native-schema.js';
import type { NumberSpelling } from './recover/number-spelling.js';
import { schemaPart } from './recover/schema-part.js';

/**
 * The schema of an answer: a constant written by codegen for a type with `@schema`, a schema from Zod, Valibot or a similar library,
 * or a JSON Schema.
 */
export type OutputSchema<Output = unknown> =
  | TypedSchema<Output>
  | StandardSchema<unknown, Output>
  | JsonSchema;

/** An output schema, independent of the library that it comes from. */
export interface OutputTarget {
  /** Contains only letters, digits, `_` and `-`. */
  readonly name: string;
  /** Undefined for a Standard Schema that cannot provide a JSON Schema. */
  readonly schema: JsonSchema | undefined;
  /** The member that wraps the value, because providers only accept object schemas. */
  readonly wrapper?: string | undefined;
  /** Returns how the answer writes a number. Default: as JavaScript does. */
  readonly spell?: NumberSpelling | undefined;
  /** Converts a value returned by {@link validate} to JSON. @throws for a value that the codecs refuse */
  encode(value: unknown): unknown;
  /** Rejects with `CALLBACK_FAILED` if a user-supplied refinement throws. */
  validate(value: unknown): Promise<Validation>;
  /** Whether a part of `schema` accepts a value. */
  fits(value: unknown, part: JsonSchema): boolean;
}

export type Validation =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly issues: readonly string[] };

/**
 * Reads and compiles a schema; the result is cached.
 * @throws ToolwrightError `INVALID_CONFIG` for a value that is not a schema, or a schema that does not compile
 */
export function readOutputSchema(given: OutputSchema): OutputTarget {
  const known = TARGETS.get(given);
  if (known !== undefined) return known;
  const target = createTarget(given);
  TARGETS.set(given, target);
  return target;
}

const TARGETS = new WeakMap<OutputSchema, OutputTarget>();

function createTarget(given: OutputSchema): OutputTarget {
  const standard = asStandardSchema(given);
  // Without a JSON Schema, the model only sees validation errors. An unusual schema only limits what can be recovered.
  const schema = findJsonSchema(standard);
  const parts = new SchemaParts(schema ?? {});
  // Reports errors in the schema now instead of after the model has answered.
  if (schema !== undefined && standard['~standard'].vendor === 'toolwright') parts.compile();
  return {
    name: toName(standard, schema),
    schema,
    wrapper: schema && !isObjectSchema(schema) ? WRAPPER : undefined,
    encode: (value) => encode(standard, value),
    validate: (value) => validate(standard, value),
    fits: (value, part) => parts.fits(value, part),
  };
}

class SchemaParts {
  readonly #root: JsonSchema;
  readonly #compiler = new SchemaCompiler(false);
  readonly #validators = new Map<JsonSchema, SchemaValidator>();

  constructor(root: JsonSchema) {
    this.#root = root;
  }

  compile(): void {
    new SchemaValidator(this.#root, this.#compiler).compile();
  }

  fits(value: unknown, part: JsonSchema): boolean {
    let validator = this.#validators.get(part);
    if (validator === undefined) {
      validator = new SchemaValidator(schemaPart(part, this.#root), this.#compiler);
      this.#validators.set(part, validator);
    }
    try {
      return validator.accepts(value);
    } catch {
      // AJV refuses this schema from another library, so its parts cannot be checked. That library validates the final value.
      return false;
    }
  }
}

function asStandardSchema(given: OutputSchema): StandardSchema {
  if (isStandardSchema(given)) return given;
  if (isRecord(given)) return asTypedSchema(given);
  const what = typeof given === 'function' ? 'a function' : String(given);
  throw new ToolwrightError('INVALID_CONFIG', `'output' must be a schema, not ${what}.`, {
    blame: 'developer',
    hint: 'Pass a constant written by codegen, a schema from Zod or Valibot, or a JSON Schema.',
  });
}

function asTypedSchema(schema: JsonSchema): TypedSchema<unknown> {
  return typedSchema(schema.title ?? 'Output', schema);
}

function toName(standard: StandardSchema, schema: JsonSchema | undefined): string {
  // Some libraries' schemas are functions with names such as `bound `.
  const isNamed = typeof standard !== 'function' && 'name' in standard && typeof standard.name === 'string';
  const name = isNamed ? String(standard.name) : schema?.title;
  return name?.replace(/[^\w-]+/g, '_').slice(0, 64) || 'Output';
}

function encode(standard: StandardSchema, value: unknown): unknown {
  return isTypedSchema(standard) ? (standard.encode?.(value) ?? value) : value;
}

function isTypedSchema(standard: StandardSchema): standard is TypedSchema<unknown> {
  return typeof standard !== 'function' && 'encode' in standard && typeof standard.encode === 'function';
}

async function validate(standard: StandardSchema, value: unknown): Promise<Validation> {
  try {
    const result = await standard['~standard'].validate(value);
    if (result.issues === undefined) return { ok: true, value: result.value };
    return { ok: false, issues: result.issues.map(describeIssue) };
  } catch (thrown) {
    // Libraries return validation issues, so an exception comes from a user-supplied refinement.
    throw callbackFailed('The validation of the output', thrown);
  }
}
