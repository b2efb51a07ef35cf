/** A range of characters; `end` is exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Removes ranges of text, which must be in order. */
export function withoutSpans(text: string, spans: readonly Span[]): string {
  let left = '';
  let end = 0;
  for (const span of spans) {
    left += text.slice(end, span.start);
    end = span.end;
  }
  return left + text.slice(end);
}
