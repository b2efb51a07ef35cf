/** The time that `Intl.Segmenter` takes grows with the square of a text, so it gets one window after the other. */
const WINDOW = 256;

/** Made when it is first needed: that takes longer than to load this whole package. */
let segmenter: Intl.Segmenter | undefined;

/** The characters of a text as readers see them. One that is made of more than a window is parted. */
export function* graphemes(text: string): Generator<string, void> {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  for (let start = 0; start < text.length; ) {
    const isLast = start + WINDOW >= text.length;
    const parts = Array.from(segmenter.segment(window(text, start)), ({ segment }) => segment);
    // The last one may go on in the next window.
    if (!isLast && parts.length > 1) parts.pop();
    for (const part of parts) {
      yield part;
      start += part.length;
    }
  }
}

/** Does not end between the halves of a surrogate pair. */
function window(text: string, start: number): string {
  const code = text.charCodeAt(start + WINDOW - 1);
  const isParted = code >= 0xd800 && code <= 0xdbff && start + WINDOW < text.length;
  return text.slice(start, start + WINDOW - (isParted ? 1 : 0));
}
