declare const untrustedTag: unique symbol;

/** Tells untrusted values from others, for the compiler only: no value has this type. */
export interface UntrustedTag<out Value> {
  readonly [untrustedTag]: Value;
}

/**
 * A value from outside that nobody has checked, such as a web page. A plain value is assignable to it, but not the other way round: what needs
 * a plain value gets it through `trust` or a check of its type. Codegen describes it as `Value`, and nothing of it exists at run time.
 */
export type Untrusted<Value> = Value | UntrustedTag<Value>;

/** Says that a value from outside was checked, or may be passed on as it is. Returns the same value. */
export function trust<Value>(value: Untrusted<Value>): Value {
  // Nothing else exists at run time.
  return value as Value;
}
