declare const untrustedTag: unique symbol;

/** Distinguishes untrusted values for the compiler; no value has this type. */
export interface UntrustedTag<out Value> {
  readonly [untrustedTag]: Value;
}

/**
 * An unchecked value from an external source, such as a web page. A plain value is assignable to it, but not vice versa: to use it as a
 * plain value, call `trust` or narrow its type. Codegen describes it as `Value`; at run time it is a plain value.
 */
export type Untrusted<Value> = Value | UntrustedTag<Value>;

/** Declares that an untrusted value was checked or may be used unchecked. Returns the same value. */
export function trust<Value>(value: Untrusted<Value>): Value {
  // At run time, an untrusted value is a plain value.
  return value as Value;
}
