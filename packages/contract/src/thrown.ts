const KEY = Symbol.for('toolwright.thrown');

/** What a tool, a policy or another function of the program threw. */
export interface Thrown {
  readonly value: unknown;
  /** Cleans its texts, which a policy of the run does not let pass as they are. */
  readonly clean?: ((text: string) => string) | undefined;
}

/**
 * Notes what was thrown on the outcome of a call or on an event, for the developer's logs. The property is not enumerable, so that no
 * model, session or client receives it: copies and JSON do not have it.
 */
export function withThrown<Carrier extends object>(carrier: Carrier, thrown: Thrown | undefined): Carrier {
  if (thrown === undefined || thrownOf(carrier) === thrown) return carrier;
  return Object.defineProperty(carrier, KEY, { value: thrown, configurable: true });
}

/** Returns what {@link withThrown} has noted, if anything. */
export function thrownOf(carrier: object): Thrown | undefined {
  // Only `withThrown` knows the key.
  return Reflect.get(carrier, KEY) as Thrown | undefined;
}
