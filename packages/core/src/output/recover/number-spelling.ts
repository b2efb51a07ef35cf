/** Returns how the text writes a number; undefined if it writes it in several ways or does not contain it. */
export type NumberSpelling = (number: number) => string | undefined;

/** Finds how an answer writes its numbers: `1.10` is the number 1.1, but must stay `1.10` if converted to a string. */
export function numberSpelling(text: string): NumberSpelling {
  let spellings: ReadonlyMap<number, string | undefined> | undefined;
  return (number) => {
    spellings ??= findSpellings(text);
    return spellings.get(number);
  };
}

function findSpellings(text: string): ReadonlyMap<number, string | undefined> {
  const spellings = new Map<number, string | undefined>();
  for (const [written] of text.matchAll(NUMBER)) {
    const number = Number(written);
    const isOther = spellings.has(number) && spellings.get(number) !== written;
    spellings.set(number, isOther ? undefined : written);
  }
  return spellings;
}

const NUMBER = /(?<![\w.-])-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])/g;
