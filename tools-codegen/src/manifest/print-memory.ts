import type { FindReference } from './print-value.js';

/** A cache of printed texts, so that an update only prints what changed. */
export interface PrintMemory {
  /**
   * Returns a text that refers to named values, cached if all names are unchanged. In both cases, names are requested in the same order,
   * which determines how they are assigned.
   * @param key Equal keys give the same text, except for names.
   */
  print(key: object, find: FindReference, print: (find: FindReference) => string): string;
  /** Returns a text composed of other texts, cached if all parts are unchanged. */
  printWith(key: object, parts: readonly string[], print: () => string): string;
}

interface Printed {
  readonly text: string;
  /** The name of each referenced value, in the order of the first request. */
  readonly names: ReadonlyMap<object, string>;
}

/** Caches nothing, for a single print. */
export const noPrintMemory: PrintMemory = {
  print: (_key, find, print) => print(find),
  printWith: (_key, _parts, print) => inOnePiece(print()),
};

export function createPrintMemory(): PrintMemory {
  const known = new WeakMap<object, Printed>();
  const knownWith = new WeakMap<object, { readonly text: string; readonly parts: readonly string[] }>();
  return {
    printWith: (key, parts, print) => {
      const before = knownWith.get(key);
      if (before?.parts.every((part, index) => part === parts[index])) return before.text;
      const text = inOnePiece(print());
      knownWith.set(key, { text, parts });
      return text;
    },
    print: (key, find, print) => {
      const before = known.get(key);
      if (before !== undefined && holds(before, find)) return before.text;
      const names = new Map<object, string>();
      const text = inOnePiece(
        print((value) => {
          const reference = find(value);
          if (reference !== undefined) names.set(value, reference.name);
          return reference;
        }),
      );
      known.set(key, { text, names });
      return text;
    },
  };
}

function holds({ names }: Printed, find: FindReference): boolean {
  for (const [value, name] of names) if (find(value)?.name !== name) return false;
  return true;
}

/** Flattens a string. V8 stores a concatenated string as chunks until it is read, which takes several times the memory. */
function inOnePiece(text: string): string {
  text.charCodeAt(0);
  return text;
}
