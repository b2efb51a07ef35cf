/** Its JSON is its value. */
export class Wrapped {
  readonly #value: unknown;

  constructor(value: unknown) {
    this.#value = value;
  }

  static fromJSON(value: unknown): Wrapped {
    return new Wrapped(value);
  }

  toJSON(): unknown {
    return this.#value;
  }
}

/** Its JSON is an object with the same members, which is distinguished by its tag. */
export class Tagged {
  readonly tag = 'tagged';

  private constructor(readonly value: unknown) {}

  static fromJSON({ value }: { readonly value: unknown }): Tagged {
    return new Tagged(value);
  }

  toJSON(): object {
    return { tag: this.tag, value: this.value };
  }
}

/** The classes above, in the form that codecs use. */
export const classes = { Wrapped: () => Wrapped, Tagged: () => Tagged };

/** Plain data that differs for different values, even if their state is private. */
export function comparable(value: unknown): unknown {
  if (value instanceof Date) return { date: value.getTime() };
  if (value instanceof URL) return { url: value.href };
  if (value instanceof Wrapped) return { wrapped: comparable(value.toJSON()) };
  if (value instanceof Tagged) return { tagged: comparable(value.value) };
  if (typeof value === 'bigint') return { bigint: String(value) };
  if (value instanceof Uint8Array) return { bytes: [...value] };
  if (value instanceof RegExp) return { regexp: String(value) };
  if (value instanceof Set) return { set: [...value].map(comparable) };
  if (value instanceof Map) {
    const entries = [...value].map((entry) => JSON.stringify(entry.map(comparable)));
    return { map: entries.sort() };
  }
  if (Array.isArray(value)) return value.map(comparable);
  if (typeof value !== 'object' || value === null) return Object.is(value, -0) ? 0 : value;
  const kind: unknown = Object.getPrototypeOf(value);
  if (kind !== Object.prototype && kind !== null)
    throw new Error(`Say here how two values of ${value.constructor.name} compare.`);
  return {
    object: Object.entries(value)
      .map(([key, member]) => [key, comparable(member)])
      .sort(),
  };
}
