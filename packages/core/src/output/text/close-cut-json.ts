import type { JsonScan } from './scan-json.js';

export interface ClosedJson {
  readonly text: string;
  /** How many containers lie around the place of the cut, the outermost among them. */
  readonly depth: number;
  /** Whether the last value is a string without its end. */
  readonly partial: boolean;
}

/**
 * Ends a text that was cut off within an object or list: what is complete stays, a string stays as far as it goes, a number or
 * a name without a value goes, because nobody knows the rest of it. Undefined where nothing is complete.
 */
export function closeCutJson(text: string, { start, end, open, string }: JsonScan): ClosedJson | undefined {
  if (string !== undefined && !string.isKey) {
    const kept = text.slice(start, end).replace(BROKEN_ESCAPE, '$1').trimEnd();
    if (kept.slice(string.start - start).trim() !== '') {
      return { text: kept + string.quote + closers(open), depth: open.length, partial: true };
    }
  }
  const innermost = open.at(-1);
  const rest = text.slice(innermost?.safeEnd ?? start, end);
  if (innermost && string === undefined && COMPLETE_SCALAR.test(rest)) {
    return { text: text.slice(start, end) + closers(open), depth: open.length, partial: false };
  }
  const depth = open.findLastIndex(({ safeEnd }) => safeEnd !== undefined) + 1;
  const safeEnd = open[depth - 1]?.safeEnd;
  if (safeEnd === undefined) return undefined;
  return { text: text.slice(start, safeEnd) + closers(open.slice(0, depth)), depth, partial: false };
}

/** The cut text without what is incomplete in its innermost container, then without that container, and so on outwards. */
export function shorten({ start, open }: JsonScan): JsonScan[] {
  return open
    .flatMap(({ safeEnd }, level) => {
      if (safeEnd === undefined) return [];
      return [{ start, end: safeEnd, open: open.slice(0, level + 1), strings: [], string: undefined }];
    })
    .reverse();
}

/** A backslash at the end, or an escape that lacks digits. */
const BROKEN_ESCAPE = /(?<!\\)((?:\\\\)*)\\(?:u[0-9a-fA-F]{0,3})?$/;

/** A value without quotes that is over: more text would not change it. */
const COMPLETE_SCALAR =
  /[:,[]\s*(?:(?:true|false|null|True|False|None)|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?(?=\s))\s*$/;

function closers(open: JsonScan['open']): string {
  return open
    .map(({ closer }) => closer)
    .reverse()
    .join('');
}
