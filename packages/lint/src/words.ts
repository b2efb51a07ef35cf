/** Returns the words of a name or a text in lower case: `timeoutMs`, `timeout_ms` and `Timeout ms` give the same words. */
export function wordsOf(text: string): readonly string[] {
  return (
    text
      .slice(0, MAX_TEXT)
      .replace(/([\p{Ll}\p{N}])(?=\p{Lu})/gu, '$1 ')
      .toLowerCase()
      .match(/[\p{L}\p{M}]+|\p{N}+/gu) ?? []
  );
}

/** Returns the part of a text that checks read, on one line with single spaces, because descriptions may be of any length. */
export function plainLine(text: string): string {
  const line = text.slice(0, MAX_TEXT).replace(/\s+/g, ' ').trim();
  // The ellipsis shows that the truncated text is not a complete statement.
  return text.length > MAX_TEXT ? `${line}…` : line;
}

/** The maximum number of characters of a description to search for statements. */
const MAX_TEXT = 20_000;

const FILLERS: ReadonlySet<string> = new Set(['a', 'an', 'the', 'this', 'of', 'to', 'for']);

/** Whether a description contains only words of the name, and articles and similar words. */
export function repeatsName(description: string, name: string): boolean {
  const known = wordsOf(name);
  const said = wordsOf(description).filter((word) => !FILLERS.has(word));
  return said.length > 0 && said.length <= known.length && said.every((word) => known.includes(word));
}

/** Returns a list in a sentence: `a, b and c`. */
export function listed(names: readonly string[]): string {
  const unique = [...new Set(names)];
  const last = unique.at(-1) ?? '';
  return unique.length > 1 ? `${unique.slice(0, -1).join(', ')} and ${last}` : last;
}
