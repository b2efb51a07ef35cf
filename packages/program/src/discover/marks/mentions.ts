/** The positions of certain words in a text. Subtrees without any of these words need not be visited. */
export interface Mentions {
  /** Whether one of the words starts at or after `start` and before `end`. */
  between(start: number, end: number): boolean;
}

/** Finds the given names in a source text. If the text has escapes, any position may contain an escaped name. */
export function findMentions(text: string, names: Iterable<string>): Mentions {
  if (text.includes('\\u')) return { between: () => true };
  const wanted = [...names].map((name) => name.replaceAll('$', '\\$'));
  const places = Array.from(
    text.matchAll(new RegExp(`(?<![\\w$])(?:${wanted.join('|')})(?![\\w$])`, 'g')),
    ({ index }) => index,
  );
  return {
    between: (start, end) => {
      const place = places[firstFrom(places, start)];
      return place !== undefined && place < end;
    },
  };
}

/** Returns the index of the first number that reaches a limit. The numbers must be in ascending order. */
function firstFrom(numbers: readonly number[], limit: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const number = numbers[middle];
    if (number !== undefined && number < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
