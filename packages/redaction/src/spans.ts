/** The range of a secret in a text. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Sorts spans and merges overlapping spans. */
export function mergeSpans(spans: readonly Span[]): Span[] {
  const merged: Span[] = [];
  for (const span of spans.toSorted((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    if (last === undefined || span.start >= last.end) merged.push(span);
    else if (span.end > last.end) merged[merged.length - 1] = { start: last.start, end: span.end };
  }
  return merged;
}

/** Replaces each span with a mark. @param spans sorted, without overlaps @param from the index before which text is dropped */
export function replaceSpans(text: string, spans: readonly Span[], mark: string, from = 0): string {
  if (spans.length === 0) return text.slice(from);
  const parts: string[] = [];
  let end = from;
  for (const span of spans) {
    if (span.end <= from) continue;
    parts.push(text.slice(end, Math.max(span.start, end)), mark);
    end = span.end;
  }
  return parts.join('') + text.slice(end);
}

/** Adds a span that ends after all others, and merges it with spans that it overlaps. */
export function addSpan(spans: Span[], { start, end }: Span): void {
  let from = start;
  for (let last = spans.at(-1); last !== undefined && last.end > from; last = spans.at(-1)) {
    from = Math.min(from, last.start);
    spans.pop();
  }
  spans.push({ start: from, end });
}
