/**
 * Constraints as types, which codegen reads: `days: number & Min<1> & Max<14>`. They are phantom types: a plain number is still
 * assignable, and they do not exist at run time.
 */
declare const toolwrightTag: unique symbol;

/** The base of all type tags, with a member that no value has. Constraints have the names of the JSDoc tags. */
export interface TypeTag<Constraints> {
  readonly [toolwrightTag]?: Constraints;
}

/** A number that is at least `Value`. */
export type Min<Value extends number> = TypeTag<{ readonly minimum: Value }>;
/** A number that is at most `Value`. */
export type Max<Value extends number> = TypeTag<{ readonly maximum: Value }>;
/** A number greater than `Value`. */
export type ExclusiveMin<Value extends number> = TypeTag<{ readonly exclusiveMinimum: Value }>;
/** A number less than `Value`. */
export type ExclusiveMax<Value extends number> = TypeTag<{ readonly exclusiveMaximum: Value }>;
/** A number that is a multiple of `Value`. */
export type MultipleOf<Value extends number> = TypeTag<{ readonly multipleOf: Value }>;
/** A number without a fractional part. */
export type Int = TypeTag<{ readonly integer: true }>;
/** A string of at least `Value` characters. */
export type MinLength<Value extends number> = TypeTag<{ readonly minLength: Value }>;
/** A string of at most `Value` characters. */
export type MaxLength<Value extends number> = TypeTag<{ readonly maxLength: Value }>;
/** A string that matches the regular expression (flag `u`, not anchored). */
export type Pattern<Value extends string> = TypeTag<{ readonly pattern: Value }>;
/** A string in a known format. On a `Date`, the format of its JSON. */
export type Format<Value extends StringFormat> = TypeTag<{ readonly format: Value }>;
/** An array of at least `Value` elements. */
export type MinItems<Value extends number> = TypeTag<{ readonly minItems: Value }>;
/** An array of at most `Value` elements. */
export type MaxItems<Value extends number> = TypeTag<{ readonly maxItems: Value }>;
/** An array without equal elements. */
export type UniqueItems = TypeTag<{ readonly uniqueItems: true }>;

/** The formats that the registry's validator checks, named as in ajv-formats 3. */
export type StringFormat =
  | 'date'
  | 'time'
  | 'date-time'
  | 'iso-time'
  | 'iso-date-time'
  | 'duration'
  | 'uri'
  | 'uri-reference'
  | 'uri-template'
  | 'url'
  | 'email'
  | 'hostname'
  | 'ipv4'
  | 'ipv6'
  | 'regex'
  | 'uuid'
  | 'json-pointer'
  | 'json-pointer-uri-fragment'
  | 'relative-json-pointer'
  | 'byte'
  | 'binary'
  | 'password';
