import type { JsonSchema } from './json.js';

/**
 * A schema from any library that implements Standard Schema, such as Zod, Valibot or ArkType. Declared here to avoid a dependency on any
 * of them.
 * @see https://standardschema.dev
 */
export interface StandardSchema<Input = unknown, Output = Input> {
  readonly '~standard': StandardProps<Input, Output>;
}

/** The members of a Standard Schema. */
export interface StandardProps<Input = unknown, Output = Input> {
  readonly version: 1;
  readonly vendor: string;
  validate(value: unknown): StandardResult<Output> | Promise<StandardResult<Output>>;
  /** Only exists for type inference. */
  readonly types?: { readonly input: Input; readonly output: Output } | undefined;
  /** Present if the library can export JSON Schema; throws for types that JSON Schema cannot express. */
  readonly jsonSchema?: StandardJsonSchema | undefined;
}

/** The JSON Schema side of a Standard Schema. @see https://standardschema.dev/json-schema */
export interface StandardJsonSchema {
  input(options: { readonly target: string }): Record<string, unknown>;
  output(options: { readonly target: string }): Record<string, unknown>;
}

/** The result of a Standard Schema: a value or its issues. */
export type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] };

/** A reason why a Standard Schema refuses a value. */
export interface StandardIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** A TypeScript type at run time: a JSON Schema that is also a Standard Schema. Codegen writes one for each type with `@schema`. */
export interface TypedSchema<T> extends StandardSchema<T, T> {
  /** The name of the type, which models see. */
  readonly name: string;
  readonly schema: JsonSchema;
  /** Converts a value of the type to JSON; absent if the values are already JSON. Throws for a value of another type. */
  encode?(value: T): unknown;
  readonly '~standard': StandardProps<T, T> & { readonly jsonSchema: StandardJsonSchema };
}
