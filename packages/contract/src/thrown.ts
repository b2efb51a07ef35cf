/** What a tool, a policy or another function of the program threw. */
export interface Thrown {
  readonly value: unknown;
  /** Cleans its texts, which a policy of the run does not let pass as they are. */
  readonly clean?: ((text: string) => string) | undefined;
}

const THROWN: unique symbol = Symbol.for('toolwright.thrown');

/**
 * Notes what was thrown on the outcome of a call or on an event, for the developer's logs. The note stands beside it, so that whatever copies
 * or shows an event, down to its hidden properties, does not show what no logger has masked.
 */
export function withThrown<Carrier extends object>(carrier: Carrier, thrown: Thrown | undefined): Carrier {
  if (thrown !== undefined) notes().set(carrier, thrown);
  return carrier;
}

/** Returns what {@link withThrown} has noted, if anything. */
export function thrownOf(carrier: object): Thrown | undefined {
  return notes().get(carrier);
}

/** Returns what was thrown, by outcome and event. All copies of this package share it. */
function notes(): WeakMap<object, Thrown> {
  // Only this function sets the member.
  const shared = globalThis as { [THROWN]?: WeakMap<object, Thrown> };
  shared[THROWN] ??= new WeakMap();
  return shared[THROWN];
}
