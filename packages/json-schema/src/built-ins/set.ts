import { builtInTypes, canonicalJson } from '@toolwright/json';
import type { Steps } from '../codec/trail.js';
import type { CollectionBuiltIn } from './built-in.js';

/** A `Set` as an array without duplicates. */
export const set: CollectionBuiltIn = {
  typeNames: ['Set', 'ReadonlySet'],
  parts: ['items'],
  is: builtInTypes.isSet,
  schema: ({ items }) => ({ type: 'array', items, uniqueItems: true }),
  shape: ({ items }) => ({ types: ['array'], codec: 'set', ...(items ? { items } : {}) }),
  content: (value) => (builtInTypes.isSet(value) ? [...value] : undefined),
};

/** Encodes items that are equal as JSON only once, as `uniqueItems` requires. */
export function setSteps(items: Steps): Steps {
  return {
    decode: (value, trail) =>
      Array.isArray(value)
        ? new Set(value.map((item, index) => trail.at(index, item, items.decode)))
        : trail.refuse('an array', value),
    encode: (value, trail) =>
      builtInTypes.isSet(value)
        ? withoutRepeats(Array.from(value, (item, index) => trail.at(index, item, items.encode)))
        : trail.refuse('a Set', value),
  };
}

function withoutRepeats(items: readonly unknown[]): readonly unknown[] {
  const seen = new Set<string>();
  return items.filter((item) => {
    const text = findJson(item);
    if (text === undefined) return true;
    if (seen.has(text)) return false;
    seen.add(text);
    return true;
  });
}

function findJson(item: unknown): string | undefined {
  try {
    return canonicalJson(item);
  } catch {
    // A value that JSON cannot represent equals no other value. It is refused later, with its path.
    return undefined;
  }
}
