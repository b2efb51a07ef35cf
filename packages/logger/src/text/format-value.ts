import type { JsonValue } from '@toolwright/contract';
import { jsonText } from './json-text.js';

/** Formats a tool's result for people: a string unchanged, other JSON on one line if it fits, otherwise on several. */
export function formatValue(value: JsonValue, columns: number): string {
  if (typeof value === 'string') return value;
  try {
    return layOut(value, columns);
  } catch {
    // Nested too deeply for JSON: the text says so.
    return jsonText(value);
  }
}

/** Formats a call's arguments for people. Short arguments and invalid JSON stay as the model wrote them. */
export function formatArguments(text: string, columns: number): string {
  const written = text.trim();
  if (written.length <= columns && !written.includes('\n')) return written;
  try {
    return layOut(JSON.parse(written), columns);
  } catch {
    // Not JSON: the log shows what the model wrote.
    return written;
  }
}

/** The number of characters above which values are not laid out: that takes time, and nobody reads them to the end. */
const LARGE = 100_000;
/** Members below this depth stay on one line. */
const DEEP = 8;
const INDENT = '  ';

/**
 * Writes a value on one line if it fits, else each member on a line of its own.
 * @param taken The columns of the first line needed for the name and the comma of a member.
 */
function layOut(value: unknown, columns: number, taken = 0, depth = 0): string {
  const compact = JSON.stringify(value);
  if (compact.length <= columns - taken || compact.length > LARGE || depth > DEEP) return compact;
  if (typeof value !== 'object' || value === null) return compact;
  const lines = Object.entries(value).map(([key, member]) => {
    const name = Array.isArray(value) ? '' : `${JSON.stringify(key)}: `;
    return name + layOut(member, columns - INDENT.length, name.length + 1, depth + 1);
  });
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  return [open, lines.join(',\n').replaceAll(/^/gm, INDENT), close].join('\n');
}
