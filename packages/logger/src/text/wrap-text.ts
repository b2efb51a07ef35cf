import { LiveText } from '../live-text.js';

/** Lines of at most `width` columns. A line's own indentation also holds for what is wrapped of it; empty lines at the end are dropped. */
export function wrapText(text: string, width: number): string[] {
  const live = new LiveText(width, 0);
  // The line break makes the first line one like the others, with an indentation of its own.
  const [, ...lines] = live.push(`\n${text}`);
  const [last = '', ...more] = live.end();
  lines.push((lines.pop() ?? '') + last, ...more);
  return lines.map((line) => line.trimEnd());
}
