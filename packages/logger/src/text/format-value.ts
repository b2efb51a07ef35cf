import type { JsonValue } from '@toolwright/contract';
import { jsonText } from './json-text.js';

/** A tool's result for reading: a string unchanged, other JSON on one line if it fits, else on several. */
export function formatValue(value: JsonValue, columns: number): string {
  if (typeof value === 'string') return value;
  try {
    return layOut(value, columns);
  } catch {
    // Too deep for JSON, which the text says.
    return jsonText(value);
  }
}

/** A call's arguments for reading. Short arguments and invalid JSON stay as the model wrote them. */
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

/** In characters. Longer values are not laid out: that takes time, and nobody reads them to the end. */
const LARGE = 100_000;
/** Members below this depth stay on one line. */
const DEEP = 8;
const INDENT = '  ';

/**
 * Writes a value on one line if it fits, else each member on a line of its own.
 * @param taken columns of the first line that the name and the comma of a member need
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
