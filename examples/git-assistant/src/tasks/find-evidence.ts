/** Lines of a file, counted from 1. */
export interface Place {
  readonly first: number;
  readonly last: number;
}

/** What `gitDiff` puts before a line, which models quote along with it: the number of the line, a tab, and a sign. */
const BEFORE_LINES = /^\d*\t?[ +-]?/gm;

/**
 * Finds quoted lines in a file: of several places the one nearest to a line. White space around lines does not count, and the first and the
 * last line may be quoted in part.
 */
export function findEvidence(lines: readonly string[], evidence: string, near: number): Place | undefined {
  const text = trimLines(lines);
  const quotes = [evidence, evidence.replace(BEFORE_LINES, '')].map((quote) =>
    trimLines(quote.split('\n')).trim(),
  );
  for (const quote of quotes) {
    const place = quote === '' ? undefined : findNearest(text, quote, near);
    if (place !== undefined) return place;
  }
  return undefined;
}

function findNearest(text: string, quote: string, near: number): Place | undefined {
  const length = countBreaks(quote);
  let best: Place | undefined;
  let line = 1;
  let counted = 0;
  // Places do not overlap, so that no part of the text is compared twice.
  for (let at = text.indexOf(quote); at !== -1; at = text.indexOf(quote, at + quote.length)) {
    line += countBreaks(text.slice(counted, at));
    counted = at;
    const distance = Math.abs(line - near);
    if (best === undefined || distance < Math.abs(best.first - near))
      best = { first: line, last: line + length };
  }
  return best;
}

function trimLines(lines: readonly string[]): string {
  return lines.map((line) => line.trim()).join('\n');
}

function countBreaks(text: string): number {
  return text.split('\n').length - 1;
}
