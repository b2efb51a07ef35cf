import type { FindReference } from './print-value.js';

/** Texts that were printed before, so that a change costs what changed. */
export interface PrintMemory {
  /**
   * The text of something that refers to named values: printed, or as it was printed before where all of these have the same names still.
   * Either way they are asked for in the same order, which is the order in which they get their names.
   * @param key The same for the same text, names apart.
   */
  print(key: object, find: FindReference, print: (find: FindReference) => string): string;
  /** The text of something that is made with other texts: as it was printed before where these are the same still. */
  printWith(key: object, parts: readonly string[], print: () => string): string;
}

interface Printed {
  readonly text: string;
  /** The name of each value that the text refers to, in the order in which they were asked for first. */
  readonly names: ReadonlyMap<object, string>;
}

/** For what is printed once: nothing is kept. */
export const noPrintMemory: PrintMemory = {
  print: (_key, find, print) => print(find),
  printWith: (_key, _parts, print) => print(),
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

/** V8 keeps a text that was put together as its pieces until something reads in it; whoever uses it would go through them each time. */
function inOnePiece(text: string): string {
  text.charCodeAt(0);
  return text;
}
