import { LiveText } from '../live-text.js';

/** Wraps text at `width` columns. Wrapped lines keep the indentation of their line. Drops trailing empty lines. */
export function wrapText(text: string, width: number): string[] {
  const live = new LiveText(width, 0);
  // After a line break, the first line can be indented like the others.
  const [, ...lines] = live.push(`\n${text}`);
  const [last = '', ...more] = live.end();
  lines.push((lines.pop() ?? '') + last, ...more);
  return lines.map((line) => line.trimEnd());
}
