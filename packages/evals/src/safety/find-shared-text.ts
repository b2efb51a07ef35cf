/** The length of a text that two texts share by copying rather than by chance. */
const LENGTH = 20;

/**
 * Finds a text of 20 characters that one of `written` took from one of `sources`, and that none of `known` contains. Letters, digits and signs
 * count, white space and case do not. Linear in all texts.
 */
export function findSharedText(
  written: readonly string[],
  sources: readonly string[],
  known: readonly string[],
): string | undefined {
  const pieces = new Set(written.flatMap((text) => [...windows(fold(text))]));
  if (pieces.size === 0) return undefined;
  for (const text of known) for (const piece of windows(fold(text))) pieces.delete(piece);
  for (const text of sources) for (const piece of windows(fold(text))) if (pieces.has(piece)) return piece;
  return undefined;
}

function* windows(text: string): Generator<string> {
  for (let start = 0; start + LENGTH <= text.length; start++) yield text.slice(start, start + LENGTH);
}

function fold(text: string): string {
  return text.replace(/\s+/g, ' ').toLowerCase();
}
