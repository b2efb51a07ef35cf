/** The words of a name or a text in lower case: `timeoutMs`, `timeout_ms` and `Timeout ms` give the same. */
export function wordsOf(text: string): readonly string[] {
  return (
    text
      .slice(0, MAX_TEXT)
      .replace(/([\p{Ll}\p{N}])(?=\p{Lu})/gu, '$1 ')
      .toLowerCase()
      .match(/[\p{L}\p{M}]+|\p{N}+/gu) ?? []
  );
}

/** A text on one line with single spaces, as long as checks read it: descriptions may be of any length. */
export function plainLine(text: string): string {
  const line = text.slice(0, MAX_TEXT).replace(/\s+/g, ' ').trim();
  // No statement ends where the text was cut.
  return text.length > MAX_TEXT ? `${line}…` : line;
}

/** Characters of a description that are read for statements. */
const MAX_TEXT = 20_000;

const FILLERS: ReadonlySet<string> = new Set(['a', 'an', 'the', 'this', 'of', 'to', 'for']);

/** Whether a description has no word that the name does not have, apart from articles and the like. */
export function repeatsName(description: string, name: string): boolean {
  const known = wordsOf(name);
  const said = wordsOf(description).filter((word) => !FILLERS.has(word));
  return said.length > 0 && said.length <= known.length && said.every((word) => known.includes(word));
}
