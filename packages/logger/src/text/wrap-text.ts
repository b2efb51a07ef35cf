import { LiveText } from '../live-text.js';

/** Wraps text at `width` columns. Wrapped lines keep the indentation of their line; empty lines at the end are dropped. */
export function wrapText(text: string, width: number): string[] {
  const live = new LiveText(width, 0);
  // After a line break, the first line has an indentation like the others.
  const [, ...lines] = live.push(`\n${text}`);
  const [last = '', ...more] = live.end();
  lines.push((lines.pop() ?? '') + last, ...more);
  return lines.map((line) => line.trimEnd());
}
