/** The length of the windows in which text is passed to `Intl.Segmenter`, which takes quadratic time. */
const WINDOW = 256;

/** Created on first use, because creating it takes longer than loading this whole package. */
let segmenter: Intl.Segmenter | undefined;

/** Yields the characters of a text as readers perceive them. A character longer than a window is split. */
export function* graphemes(text: string): Generator<string, void> {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  for (let start = 0; start < text.length; ) {
    const isLast = start + WINDOW >= text.length;
    const parts = Array.from(segmenter.segment(window(text, start)), ({ segment }) => segment);
    // The last character may continue in the next window.
    if (!isLast && parts.length > 1) parts.pop();
    for (const part of parts) {
      yield part;
      start += part.length;
    }
  }
}

/** Returns the next window of the text, without splitting a surrogate pair. */
function window(text: string, start: number): string {
  const code = text.charCodeAt(start + WINDOW - 1);
  const isParted = code >= 0xd800 && code <= 0xdbff && start + WINDOW < text.length;
  return text.slice(start, start + WINDOW - (isParted ? 1 : 0));
}
